// What Sterna's views use of SwiftUI, as Apple documents it: so that they are type-checked where there is none.
// Nothing of it does anything. Declarations that the views do not use are left out.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

public protocol StandIn: View where Body == Never {}

extension StandIn {
    public var body: Never { fatalError() }
}

public struct EmptyView: StandIn {
    public nonisolated init() {}
}

public struct TupleView<T>: StandIn {
    nonisolated init() {}
}

public struct _ConditionalContent<TrueContent, FalseContent>: StandIn {
    nonisolated init() {}
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView()
    }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { _ConditionalContent() }
    public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { _ConditionalContent() }
}

public struct Text: StandIn {
    public init<S: StringProtocol>(_ content: S) {}
}

public struct VStack<Content: View>: StandIn {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Button<Label: View>: StandIn {}

extension Button where Label == Text {
    @preconcurrency public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: StandIn {}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    public init<S: StringProtocol>(_ title: S) {}
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) {}
}

public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }

public struct EnvironmentValues {
    public var layoutDirection = LayoutDirection.leftToRight
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let contain = AccessibilityChildBehavior()
}

public struct AccessibilityTraits: Sendable {
    public static let isHeader = AccessibilityTraits()
}

extension View {
    public func padding() -> some View { self }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View { self }
    public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { self }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
    public func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View { self }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() {}
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
}

public struct NavigationStack<Root: View>: StandIn {
    public nonisolated init(@ViewBuilder root: () -> Root) {}
}

public struct List<Content: View>: StandIn {
    public nonisolated init<Data: RandomAccessCollection>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable {}
}

public struct NavigationLink<Label: View, Destination: View>: StandIn {}

extension NavigationLink where Label == Text {
    public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {}
}
