// The program that Scripts/adopter builds.
import Sterna

let fields: HTTPFields = ["Accept": "application/json"]
guard fields[.accept] == "application/json" else { throw CancellationError() }
