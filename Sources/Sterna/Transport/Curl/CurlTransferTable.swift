#if os(Linux)
/// The transfers that a loop runs. Each knows its place, so that none is ever searched.
struct CurlTransferTable {
    private var transfers: [CurlTransfer] = []

    var isEmpty: Bool { transfers.isEmpty }
    var count: Int { transfers.count }

    /// All of them, in no order.
    var all: [CurlTransfer] { transfers }

    mutating func insert(_ transfer: CurlTransfer) {
        transfer.place = transfers.count
        transfers.append(transfer)
    }

    /// Whether the transfer was there.
    mutating func remove(_ transfer: CurlTransfer) -> Bool {
        guard let place = transfer.place, let last = transfers.popLast() else { return false }
        transfer.place = nil
        if last !== transfer {
            last.place = place
            transfers[place] = last
        }
        return true
    }
}
#endif
