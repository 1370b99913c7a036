// swift-tools-version: 6.2
import PackageDescription

// Not part of the product: whoever depends on Sterna never resolves this package.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Sterna", path: "..")],
    targets: [
        .target(name: "CLoops", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CLoops", .product(name: "Sterna", package: "Sterna"),
                .product(name: "SternaImages", package: "Sterna"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .executableTarget(
            name: "RetryStorm", dependencies: [.product(name: "Sterna", package: "Sterna")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ]
)
