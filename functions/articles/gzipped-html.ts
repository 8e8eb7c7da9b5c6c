export function respondWithGzippedHtml(
  gzipped: Uint8Array<ArrayBuffer>,
  request: Request,
): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
  }
  if (/\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) {
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
