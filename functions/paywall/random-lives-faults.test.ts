/**
 * Compares random lives of guests and readers with a model of the rules: what each guest's cookie and each account has
 * left, which addresses are used, and how many unlocks a network has left.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day, hour } from '../../src/domain/duration.ts'
import { networkUnlocksPerDay } from '../../src/domain/paywall/allowance.ts'
import { meterAllowance } from '../../src/publication/meter.ts'
import { parseNetworkBlock } from '../platform/http/caller-network.ts'
import { type Browser, MeterHarness } from './testing/meter-harness.ts'
import { devices, type Step, step, stories } from './testing/meter-steps.ts'

const lives = countLives(300)

type Grant = { readonly slug: string; readonly way: 'free' | 'email'; readonly at: number }

/** The accounts and browsers in a random life, with the unlocks that the rules allow them. */
class Life {
  /** Keyed by guest id or uid. */
  private readonly grants = new Map<string, Grant[]>()
  /** Keyed by browser: its guests' unlocks that have been moved to an account. */
  private readonly spent = new Map<Browser, readonly Grant[]>()
  private readonly usedAddresses = new Map<string, { owner: string; slug: string; at: number }>()
  private readonly networkCounts = new Map<string, number>()
  private readonly accounts: readonly string[]
  private readonly browsers: Browser[]
  private readonly harness: MeterHarness
  private readonly number: number
  opened = 0

  constructor(harness: MeterHarness, number: number) {
    this.harness = harness
    this.number = number
    this.accounts = [`reader-${number}`, `other-${number}`]
    for (const uid of this.accounts) harness.addAccount(uid)
    this.browsers = Array.from({ length: devices }, () => harness.openBrowser(this.address(0)))
  }

  /** Returns an address on one of two networks that no other life uses. */
  private address = (network: number) =>
    `2001:db8:${this.number.toString(16)}:${network.toString(16)}::1`

  private listCurrent(owner: string): readonly Grant[] {
    const since = this.harness.now.getTime() - 30 * day
    return (this.grants.get(owner) ?? []).filter(({ at }) => at > since)
  }

  private grant(owner: string, isReader: boolean, { slug, way }: Omit<Grant, 'at'>) {
    // A reader uses at most the allowance, and no story counts twice.
    expect(this.canRead(owner, isReader, slug, way)).toBe('spend')
    const grants = this.grants.get(owner) ?? []
    this.grants.set(owner, [...grants, { slug, way, at: this.harness.now.getTime() }])
    this.opened++
  }

  /** Returns the account or the guest's id. */
  private async findOwner({ cookies }: Browser) {
    const { tokens, now } = this.harness
    const session = await tokens.readSession(cookies.get('__Host-session'), now)
    if (session) return { owner: session.uid, isReader: true }
    const meter = await tokens.readMeter(cookies.get('__Host-meter'), now)
    return { owner: meter!.owner.id, isReader: false }
  }

  private canRead(owner: string, isReader: boolean, slug: string, way: 'free' | 'email') {
    const current = this.listCurrent(owner)
    if (current.some((one) => one.slug === slug)) return 'open'
    if (isReader) {
      return way === 'free' && current.length < meterAllowance.registered ? 'spend' : 'closed'
    }
    const count = (kind: string) => current.filter((one) => one.way === kind).length
    const isFreeLeft = count('free') < meterAllowance.guest
    if (way === 'free') return isFreeLeft ? 'spend' : 'closed'
    return !isFreeLeft && count('email') < meterAllowance.email ? 'spend' : 'closed'
  }

  /** Returns the key of a network on the current day. */
  private getDay = (address: string) => `${address} ${this.harness.now.toISOString().slice(0, 10)}`

  private roomAt = (address: string) =>
    networkUnlocksPerDay - (this.networkCounts.get(this.getDay(address)) ?? 0)

  private room = ({ address }: Browser) => this.roomAt(address)

  private countOnNetwork({ address }: Browser) {
    const key = this.getDay(address)
    this.networkCounts.set(key, (this.networkCounts.get(key) ?? 0) + 1)
    expect(this.networkCounts.get(key)).toBeLessThanOrEqual(networkUnlocksPerDay)
  }

  /** Simulates other readers on this network. */
  private async crowd(left: number) {
    for (const network of [0, 1]) {
      const address = this.address(network)
      const used = Math.max(
        networkUnlocksPerDay - left,
        networkUnlocksPerDay - this.roomAt(address),
      )
      const day = this.getDay(parseNetworkBlock(address))
      const name = await this.harness.tokens.computeHash('network', day)
      const entries = this.harness.networks.get(name) ?? new Map<string, unknown>()
      this.harness.networks.set(name, entries.set('count', used))
      this.networkCounts.set(this.getDay(address), used)
    }
  }

  /** Calls the endpoints in a page's order: the paywall first, then the button. */
  private async look(at: number, slug: string) {
    const { body } = await this.browsers[at]!.wall(slug)
    const ways = (body.ways ?? []) as { kind: string; used: number; allowance: number }[]
    for (const { kind, used, allowance } of ways) {
      if (kind !== 'readFree') continue
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThan(allowance)
    }
    return { state: body.state, kinds: ways.map(({ kind }) => kind) }
  }

  private async unlock(at: number, slug: string) {
    const browser = this.browsers[at]!
    const wall = await this.look(at, slug)
    const { owner, isReader } = await this.findOwner(browser)
    const expected = this.canRead(owner, isReader, slug, 'free')
    // No story is open that wasn't unlocked, and every remaining option is offered.
    if (expected !== 'open') expect(wall.state).toBe('closed')
    if (expected === 'spend') expect(wall.kinds).toContain('readFree')
    const room = this.room(browser)
    const { body } = await browser.unlock(slug)
    if (expected === 'closed') expect(body).toMatchObject({ state: 'closed', because: 'usedUp' })
    if (expected === 'open') expect(body.state).toBe('open')
    if (expected === 'spend') {
      const isFull = !isReader && room === 0
      expect(body.state).toBe(isFull ? 'closed' : 'open')
      if (!isFull) {
        this.grant(owner, isReader, { slug, way: 'free' })
        if (!isReader) this.countOnNetwork(browser)
      }
    }
    if (body.state === 'open') expect((await this.look(at, slug)).state).toBe('open')
  }

  private async unlockInTabs(at: number, slugs: readonly [string, string]) {
    const browser = this.browsers[at]!
    await this.look(at, slugs[0])
    const { owner, isReader } = await this.findOwner(browser)
    const room = this.room(browser)
    const before = slugs.map((slug) => this.canRead(owner, isReader, slug, 'free'))
    const answers = await Promise.all(slugs.map((slug) => browser.unlock(slug)))
    const newSlugs = new Set(slugs.filter((_, tab) => before[tab] === 'spend'))
    for (const slug of newSlugs) {
      const isOpen = answers.some(({ body }, tab) => slugs[tab] === slug && body.state === 'open')
      if (isOpen) {
        this.grant(owner, isReader, { slug, way: 'free' })
        if (!isReader) this.countOnNetwork(browser)
      }
    }
    // A refused story isn't offered again.
    slugs.forEach((slug, tab) => {
      if (answers[tab]!.body.state === 'open') return
      if (isReader || room >= newSlugs.size) {
        expect(this.canRead(owner, isReader, slug, 'free')).toBe('closed')
      }
    })
  }

  private async unlockByAddress(at: number, slug: string, address: number) {
    const browser = this.browsers[at]!
    await this.look(at, slug)
    const { owner, isReader } = await this.findOwner(browser)
    const expected = this.canRead(owner, isReader, slug, 'email')
    const email = `address-${address}-${this.number}@example.com`
    const used = this.usedAddresses.get(email)
    const now = this.harness.now.getTime()
    const isUsed =
      used !== undefined && used.at > now - 30 * day && (used.owner !== owner || used.slug !== slug)
    const room = this.room(browser)
    const { body } = await browser.unlock(slug, { way: 'email', email, weekly: false })
    if (expected === 'open') {
      // Readers don't need to enter an address, so unlocks on another device aren't considered here.
      if (!isReader) expect(body.state).toBe('open')
      return
    }
    const isOpen = expected === 'spend' && !isUsed && room > 0
    expect(body.state).toBe(isOpen ? 'open' : 'closed')
    if (expected === 'spend' && isUsed) expect(body.because).toBe('addressUsed')
    if (!isOpen) return
    this.usedAddresses.set(email, { owner, slug, at: now })
    this.grant(owner, isReader, { slug, way: 'email' })
    this.countOnNetwork(browser)
  }

  private async signIn(at: number, account: number) {
    const browser = this.browsers[at]!
    const uid = this.accounts[account]!
    const { tokens, now } = this.harness
    const meter = await tokens.readMeter(browser.cookies.get('__Host-meter'), now)
    expect((await browser.signIn(uid)).status).toBe(200)
    if (meter?.owner.kind === 'guest') {
      const known = new Map(this.listCurrent(uid).map((one) => [one.slug, one]))
      const guest = this.listCurrent(meter.owner.id)
      this.spent.set(
        browser,
        guest.map((one, number) => ({ ...one, slug: `spent-${number}` })),
      )
      for (const one of guest.filter(({ slug }) => !slug.startsWith('spent-'))) {
        const at = Math.max(one.at, known.get(one.slug)?.at ?? 0)
        known.set(one.slug, { ...one, at })
      }
      this.grants.set(uid, [...known.values()])
    }
  }

  /** Logs out. The next guest has the allowance left by this browser's guests, but none of their stories. */
  private async signOut(browser: Browser) {
    const { tokens, now } = this.harness
    const before = await tokens.readMeter(browser.cookies.get('__Host-meter'), now)
    await browser.signOut()
    if (before?.owner.kind !== 'reader') return
    const after = await tokens.readMeter(browser.cookies.get('__Host-meter'), now)
    const since = now.getTime() - 30 * day
    const spent = (this.spent.get(browser) ?? []).filter(({ at }) => at > since)
    expect(after === null).toBe(spent.length === 0)
    if (after) this.grants.set(after.owner.id, spent)
  }

  async run(one: Step) {
    switch (one.do) {
      case 'unlock':
        return this.unlock(one.device, one.slug)
      case 'tabs':
        return this.unlockInTabs(one.device, one.slugs)
      case 'email':
        return this.unlockByAddress(one.device, one.slug, one.address)
      case 'signIn':
        return this.signIn(one.device, one.account)
      case 'signOut':
        return this.signOut(this.browsers[one.device]!)
      case 'dropCookies':
        this.browsers[one.device]!.cookies.clear()
        this.spent.delete(this.browsers[one.device]!)
        return
      case 'move': {
        const browser = this.browsers[one.device]!
        browser.address = this.address(browser.address === this.address(0) ? 1 : 0)
        return
      }
      case 'wait':
        this.harness.advance(one.hours * hour)
        return
      case 'crowd':
        return this.crowd(one.left)
    }
  }
}

it(`the meter’s limits hold in ${lives} random sequences of events`, async () => {
  const harness = new MeterHarness()
  await harness.storeArticles(stories)
  const start = harness.now
  let number = 0
  let opened = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      harness.worker.now = start
      harness.networks.clear()
      const life = new Life(harness, number++)
      for (const one of steps) await life.run(one)
      opened += life.opened
    }),
    { numRuns: lives },
  )
  expect(opened).toBeGreaterThan(lives)
})
