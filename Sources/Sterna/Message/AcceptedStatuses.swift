/// The statuses that an endpoint takes as a success.
public struct AcceptedStatuses: Sendable {
    private let contains: @Sendable (HTTPStatus) -> Bool

    /// Every status for which `contains` says true.
    public init(_ contains: @escaping @Sendable (HTTPStatus) -> Bool) {
        self.contains = contains
    }

    /// Any 2xx. The default.
    public static let success = AcceptedStatuses { $0.isSuccess }
    /// 201 alone.
    public static let created = AcceptedStatuses.only(201)
    /// 204 alone.
    public static let noContent = AcceptedStatuses.only(204)
    /// Whatever the server answers: no status is an error.
    public static let any = AcceptedStatuses { _ in true }

    /// The named statuses alone.
    public static func only(_ statuses: HTTPStatus...) -> AcceptedStatuses {
        AcceptedStatuses { statuses.contains($0) }
    }

    /// Any 2xx, and the named statuses too.
    public static func success(or statuses: HTTPStatus...) -> AcceptedStatuses {
        AcceptedStatuses { $0.isSuccess || statuses.contains($0) }
    }

    /// Whether the status is taken as a success.
    public func accept(_ status: HTTPStatus) -> Bool { contains(status) }
}
