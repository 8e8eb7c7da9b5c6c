/** HTML for one reader alone. Bodies lie compressed, and few callers want them otherwise. */
export function gzippedHtml(gzipped: Uint8Array<ArrayBuffer>, accepted: string): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    // For this reader alone, and no longer than it takes to show it.
    'Cache-Control': 'private, no-store',
  }
  if (/\bgzip\b/.test(accepted)) {
    return new Response(gzipped, {
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      encodeBody: 'manual',
    })
  }
  const plain = new Response(gzipped).body!.pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain, { headers })
}

export async function gzip(html: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(html).body!.pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
