/** A reader of the meter: a guest, whose first story is free and whose second costs an address, or an account. */
import { CookieJar } from '../../testing/cookie-jar.ts'
import { choose, expectStatus, type Random, siteUrl, type WeekHarness } from './week-harness.ts'
import type { WeekModel } from './week-model.ts'
import { stories } from './week-visitors.ts'

export type MeterReaderKind = 'guest' | 'registered'

/** Returns what uses the reader's next story. */
export async function createMeterReader(
  harness: WeekHarness,
  model: WeekModel,
  random: Random,
  { id, kind }: { readonly id: number; readonly kind: MeterReaderKind },
) {
  const reader = `meter-${id}`
  const email = `${reader}@example.com`
  if (kind === 'registered') {
    const user = { first_name: 'A', last_name: 'B', email, createdAt: harness.now }
    await harness.commit([{ set: `users/${reader}`, fields: { ...user, emailVerified: true } }])
  }
  const address = `198.${(id >> 8) % 250}.${id % 250}.7`
  const country = choose(random, ['LK', 'GB'])
  let cookies = new CookieJar()
  let used = 0

  async function send(method: string, path: string, body?: unknown, search = '') {
    if (kind === 'registered') {
      const session = await harness.worker.tokens.issueSession(reader, harness.now, harness.now)
      cookies.set('__Host-session', session)
    }
    const response = await harness.request(path, {
      method,
      ...(body === undefined ? {} : { body }),
      country,
      headers: {
        Cookie: cookies.format(),
        'CF-Connecting-IP': address,
        'User-Agent': 'Mozilla/5.0',
        Referer: `${siteUrl}/rain${search}`,
      },
    })
    const before = new CookieJar(cookies)
    cookies.store(response)
    return { before, answer: (await expectStatus(response, 200)) as { state: string } }
  }

  return async () => {
    const slug = stories[used]!
    if (used === 0) await send('GET', `/api/articles/${slug}/wall`)
    const way =
      kind === 'guest' && used === 1 ? { way: 'email', email, weekly: false } : { way: 'free' }
    const isShared = random() < 0.3
    const unlock = () =>
      send('POST', `/api/articles/${slug}/unlock`, way, isShared ? '?utm_source=share' : '')
    const { before, answer } = await unlock()
    if (answer.state !== 'open') throw new Error(JSON.stringify(answer))
    if (harness.chance(0.5)) {
      // The response was lost, with its cookies.
      cookies = before
      await unlock()
    }
    used++
    const knownAt = harness.now.getTime()
    model.used.push({ reader, knownAt })
    model.facts.push({
      at: knownAt,
      knownAt,
      what: 'unlocks',
      slug,
      source: isShared ? 'share' : 'other',
      readerKind: kind,
      country,
      issue: '',
    })
  }
}
