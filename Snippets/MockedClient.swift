// snippet.mock
import Sterna
import SternaTesting

let transport = MockTransport.json(#"[{"userId":1,"id":1,"title":"t","body":"b"}]"#)
let api = try APIClient(baseURL: "https://api.example.com", transport: transport)
let titles = try await api.data(for: Endpoint<Data>(.get, "/posts"))
print(titles.count, transport.requests.map(\.url.path))  // ["/posts"]
// snippet.end
