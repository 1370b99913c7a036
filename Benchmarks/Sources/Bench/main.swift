import Foundation

// usage: Bench --http URL --https URL --ca FILE --big URL --sink URL --file FILE --out FILE
//              [--rounds N] [--seconds S] [--only throughput|http2|transfers|idle] [--connections 1,8,…]
var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let name = words.popFirst() { options[String(name.dropFirst(2))] = words.popFirst() ?? "" }

let bench = Bench(options: options)
try await bench.run()
