// swift-tools-version: 6.2
import PackageDescription

// Not part of the product: whoever depends on Sterna never resolves this package.
let package = Package(
    name: "Soak",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Sterna", path: "..")],
    targets: [
        .executableTarget(
            name: "Soak",
            dependencies: [
                .product(name: "Sterna", package: "Sterna"), .product(name: "SternaTesting", package: "Sterna"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
