import Sterna
import TestSupport
import Testing

/// Texts that are compressed one by one within one stream, with a flush after each and the stream's end after all.
enum FlushedPieces {
    /// The pieces by the name of their coding.
    static func all(_ texts: [String]) async throws -> [(coding: String, pieces: [Data])] {
        let script = """
            import sys, zlib, ctypes as c, json
            texts = [t.encode() for t in json.load(sys.stdin)]
            def deflate(bits):
                z = zlib.compressobj(6, zlib.DEFLATED, bits)
                return [z.compress(t) + z.flush(zlib.Z_SYNC_FLUSH) for t in texts] + [z.flush()]
            def brotli():
                l = c.CDLL("libbrotlienc.so.1")
                l.BrotliEncoderCreateInstance.restype = c.c_void_p
                s = c.c_void_p(l.BrotliEncoderCreateInstance(None, None, None))
                def step(op, text):
                    out = c.create_string_buffer(1 << 16)
                    i, o = c.c_size_t(len(text)), c.c_size_t(1 << 16)
                    t = c.create_string_buffer(text, len(text) + 1)
                    ip, op_ = c.cast(t, c.c_void_p), c.cast(out, c.c_void_p)
                    assert l.BrotliEncoderCompressStream(s, op, c.byref(i), c.byref(ip), c.byref(o), c.byref(op_), None)
                    return out.raw[:(1 << 16) - o.value]
                return [step(1, t) for t in texts] + [step(2, b"")]
            class B(c.Structure): _fields_ = [("p", c.c_void_p), ("size", c.c_size_t), ("pos", c.c_size_t)]
            def zstd():
                l = c.CDLL("libzstd.so.1")
                l.ZSTD_createCCtx.restype = c.c_void_p
                s = c.c_void_p(l.ZSTD_createCCtx())
                def step(op, text):
                    out = c.create_string_buffer(1 << 16)
                    t = c.create_string_buffer(text, len(text) + 1)
                    o = B(c.cast(out, c.c_void_p), 1 << 16, 0)
                    i = B(c.cast(t, c.c_void_p), len(text), 0)
                    assert l.ZSTD_compressStream2(s, c.byref(o), c.byref(i), op) == 0
                    return out.raw[:o.pos]
                return [step(1, t) for t in texts] + [step(2, b"")]
            made = {"gzip": deflate(31), "deflate": deflate(15), "br": brotli(), "zstd": zstd()}
            print(json.dumps({k: [p.hex() for p in v] for k, v in made.items()}))
            """
        let input = try JSONEncoder().encode(texts)
        let outcome = try await ChildProcess.run("python3", ["-c", script], input: input)
        try #require(outcome.code == 0, "\(outcome.errorText)")
        let made = try JSONDecoder().decode([String: [String]].self, from: outcome.output)
        return made.map { ($0.key, $0.value.map(bytes)) }
    }

    private static func bytes(_ hex: String) -> Data {
        let digits = Array(hex.utf8).map { $0 > 0x39 ? $0 - 87 : $0 - 48 }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
}
