/** Message previews and search engines open links too. Cubot is a phone brand, not a bot. */
const robotPattern =
  /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|monitor|scan/i

/** Returns whether a person seems to be opening a link. Only used for counting. */
export function isPersonNavigating({ method, headers }: Request): boolean {
  const agent = headers.get('User-Agent') ?? ''
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? headers.get('X-Moz') ?? ''
  // Browsers from before 2023 don't send these headers.
  const mode = headers.get('Sec-Fetch-Mode') ?? 'navigate'
  const destination = headers.get('Sec-Fetch-Dest') ?? 'document'
  return (
    method === 'GET' &&
    agent !== '' &&
    !robotPattern.test(agent) &&
    !/prefetch|preview|prerender/i.test(purpose) &&
    mode === 'navigate' &&
    destination === 'document'
  )
}
