// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "Sterna",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Sterna", targets: ["Sterna"]),
        .library(name: "SternaImages", targets: ["SternaImages"]),
        .library(name: "SternaTesting", targets: ["SternaTesting"]),
        .library(name: "SternaUI", targets: ["SternaUI"]),
        .executable(name: "sterna", targets: ["SternaCLI"]),
    ],
    traits: [
        .trait(name: "URLSession", description: "On Linux: the transport over Foundation's URLSession as well")
    ],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CVips"),
        .target(
            name: "Sterna",
            dependencies: [
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
                .target(name: "CLinux", condition: .when(platforms: [.linux])),
            ],
            exclude: ["arrows.txt"],
            swiftSettings: house
        ),
        .target(
            name: "SternaImages",
            dependencies: ["Sterna", .target(name: "CVips", condition: .when(platforms: [.linux]))],
            exclude: ["arrows.txt"],
            swiftSettings: house
        ),
        .target(
            name: "SternaUI",
            dependencies: ["Sterna"],
            exclude: ["arrows.txt"],
            swiftSettings: house + [.defaultIsolation(MainActor.self)]
        ),
        .target(
            name: "SternaTesting",
            dependencies: ["Sterna", .target(name: "CLinux", condition: .when(platforms: [.linux]))],
            exclude: ["arrows.txt"],
            swiftSettings: house
        ),
        .executableTarget(
            name: "SternaCLI",
            dependencies: ["Sterna", "SternaImages", "SternaTesting"],
            exclude: ["arrows.txt"],
            swiftSettings: house
        ),
        .executableTarget(
            name: "Services", dependencies: ["Sterna", "SternaTesting"], path: "Examples/Services", swiftSettings: house
        ),
        .executableTarget(
            name: "Posts", dependencies: ["Sterna", "SternaTesting", "SternaUI"], path: "Examples/Posts",
            swiftSettings: house
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        .testTarget(
            name: "SternaTests", dependencies: ["Sterna", "SternaTesting", "TestSupport"],
            exclude: ["Inspect/har-1.2.schema.json"], swiftSettings: house),
        .testTarget(
            name: "SternaImagesTests", dependencies: ["SternaImages", "Sterna", "SternaTesting", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "SternaUITests", dependencies: ["SternaUI", "Sterna", "SternaTesting", "TestSupport"],
            exclude: ["terminal.py"], swiftSettings: house),
        .testTarget(
            name: "SternaCLITests", dependencies: ["SternaCLI", "Sterna", "SternaTesting", "TestSupport"],
            swiftSettings: house),
    ]
)
