/** Previews of messages and search engines open links too. Cubot makes phones. */
const robotPattern =
  /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|monitor|scan/i

/** Whether a person seems to be opening a link; only for counting. */
export function isPersonNavigating({ method, headers }: Request): boolean {
  const agent = headers.get('User-Agent') ?? ''
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? headers.get('X-Moz') ?? ''
  // Browsers before 2023 don't send these.
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
