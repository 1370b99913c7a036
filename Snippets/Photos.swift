// snippet.hide
import Sterna
import SternaImages

struct Photo: Decodable, Sendable {
    let id: Int
    let url: String
}

let api = try APIClient(baseURL: "http://127.0.0.1:8080")
let addPhoto = Endpoint<Photo>(.post, "/photos", accepts: .created)
let path = "/tmp/beach.jpg"
// snippet.show
// snippet.shrink
let form: MultipartForm = [
    .text("title", "On the beach"),
    try await .photo("photo", path, ShrinkOptions(longestSide: 1600, quality: 0.7)),
]
let photo = try await api.upload(addPhoto, from: .multipart(form))
// snippet.end
print(photo.id)
