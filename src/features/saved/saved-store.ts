/**
 * The reader's saved articles on this device. What is pressed shows at once and is sent after it; what
 * fails is taken back and told. Only one call runs at a time, in whatever tab (`inTurn`): so calls
 * arrive in the order in which the buttons were pressed, nothing is sent twice, and no list from before a
 * change overwrites what came of it. What the server last said is stored on the device, so that pages
 * know without asking it, and tabs agree by it:
 *
 *     localStorage.saved              slugs, the one saved last first; `saved-changed` on the window
 *                                     says that this tab has written it
 *     localStorage['saved.pending']   what was pressed and is not confirmed: sent again by the next
 *                                     page where this one went away meanwhile
 *     localStorage['saved.articles']  the list as /saved shows it
 *     localStorage['saved.at']        when all of it was asked for last, in milliseconds
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import type { SavedItem, SavedResponse, SaveRequest } from '../../contracts/saved.ts'
import type { Result } from '../../domain/result.ts'
import {
  type Change,
  type Changes,
  noChanges,
  parseChanges,
  parseItems,
  parseSlugs,
  withChanges,
} from './changes.ts'

const keys = {
  slugs: 'saved',
  changes: 'saved.pending',
  items: 'saved.articles',
  at: 'saved.at',
} as const

/** What this device keeps of it, for as long as the reader is signed in. */
export const savedKeys: readonly string[] = Object.values(keys)

/** On the window: `localStorage.saved` has been written by this tab. */
export const savedChanged = 'saved-changed'

/** Milliseconds after which what the server has said is asked for again. */
const lifetime = 24 * 60 * 60 * 1000

export type SavedDependencies = {
  readonly list: () => Promise<Result<SavedResponse, ApiFailure>>
  readonly save: (slug: string, request: SaveRequest) => Promise<Result<SavedItem, ApiFailure>>
  readonly remove: (slug: string) => Promise<Result<void, ApiFailure>>
  readonly device: {
    read(key: string): string | null
    /** Whether it was kept. */
    keep(key: string, value: string): boolean
  }
  readonly now: () => number
  /** Runs this when no tab of the site runs another: in the order in which it was asked for. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  /** Whether the page is going away, which ends its calls without an answer. One that is gone never says. */
  readonly isLeaving: () => Promise<boolean>
  readonly tellFailure: (failure: ApiFailure, change: Change['kind']) => void
  readonly announce: () => void
}

/** The whole list: as this device had it, then as the server has it. */
export type Shelf = {
  /** Null where nothing is known yet. */
  readonly items: readonly SavedItem[] | null
  readonly asking: boolean
  /** Why it could not be asked for last time. */
  readonly failure: ApiFailure | null
}

/**
 * Has the next page save an article, as if the reader had pressed its button there: for pages that have
 * just signed them in.
 */
export function saveOnNextPage(slug: string) {
  const changes = parseChanges(readFromDevice(keys.changes)) ?? noChanges
  keepOnDevice(keys.changes, JSON.stringify({ ...changes, [slug]: { kind: 'save' } }))
}

export type SavedStore = {
  /** What the reader sees as saved. */
  readonly $slugs: ReadableAtom<readonly string[]>
  /** What the server has confirmed. */
  readonly $confirmed: ReadableAtom<readonly string[]>
  readonly $shelf: ReadableAtom<Shelf>
  /** Goes by what the device knows, and finishes what a page before this one has left. */
  resume(): void
  /** The same, and asks where that is old. */
  start(): void
  /** Another tab has written to the device, or the reader has signed out there. */
  followDevice(): void
  /** Sends what still waits for its turn when the page closes. The next page sends it again. */
  leave(): void
  save(slug: string): void
  /** Answers what takes it back, in the place that it had. */
  remove(slug: string): () => void
  refresh(): Promise<void>
}

type Known = {
  readonly slugs: readonly string[]
  readonly changes: Changes
  readonly items: readonly SavedItem[] | null
}
const nothing: Known = { slugs: [], changes: noChanges, items: null }

const noAnswer = (failure: ApiFailure) =>
  failure.code === 'offline' || failure.code === 'unreachable'

export function createSavedStore(dependencies: SavedDependencies): SavedStore {
  const { list, save, remove, device, now, inTurn, isLeaving, tellFailure, announce } = dependencies
  const $confirmed = atom<readonly string[]>([])
  const $changes = atom<Changes>(noChanges)
  const $slugs = computed([$confirmed, $changes], withChanges)
  const $all = atom<Shelf>({ items: null, asking: false, failure: null })
  /** What was pressed on this page and is not sent yet; the last press on an article counts. */
  const pressed = new Map<string, Change>()
  let asking: Promise<void> | undefined

  /** What the device has, which another tab may have written; `otherwise` where it has nothing. */
  function readDevice(otherwise: Known) {
    $confirmed.set(parseSlugs(device.read(keys.slugs)) ?? otherwise.slugs)
    $changes.set(parseChanges(device.read(keys.changes)) ?? otherwise.changes)
    const items = parseItems<SavedItem>(device.read(keys.items)) ?? otherwise.items
    $all.set({ ...$all.get(), items })
  }

  const known = (): Known => ({
    slugs: $confirmed.get(),
    changes: $changes.get(),
    items: $all.get().items,
  })

  function change(slug: string, wanted: Change | null) {
    const { [slug]: _, ...others } = parseChanges(device.read(keys.changes)) ?? $changes.get()
    const changes = wanted ? { ...others, [slug]: wanted } : others
    device.keep(keys.changes, JSON.stringify(changes))
    $changes.set(changes)
  }

  function keepConfirmed(slugs: readonly string[], items: readonly SavedItem[] | null) {
    device.keep(keys.slugs, JSON.stringify(slugs))
    if (items) device.keep(keys.items, JSON.stringify(items))
    $confirmed.set(slugs)
    $all.set({ ...$all.get(), items })
    announce()
  }

  function confirm(slug: string, done: Change, item: SavedItem | undefined) {
    // A device that keeps nothing says nothing.
    readDevice(known())
    const others = $all.get().items?.filter((other) => other.slug !== slug) ?? null
    const items = others && item ? [...others, item] : others
    keepConfirmed(
      withChanges($confirmed.get(), { [slug]: done }),
      items && [...items].sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1)),
    )
  }

  const call = (slug: string, sent: Change) =>
    sent.kind === 'save' ? save(slug, sent.savedAt ? { savedAt: sent.savedAt } : {}) : remove(slug)

  /** `isLate` where it was pressed on a page that is gone: nobody waits to hear of it. */
  async function send(slug: string, sent: Change, isLate: boolean) {
    const answer = await call(slug, sent)
    if (answer.ok) confirm(slug, sent, answer.value ?? undefined)
    const isCutOff = !answer.ok && noAnswer(answer.failure) && (isLate || (await isLeaving()))
    // The next page sends it again.
    if (isCutOff) return
    const pending = parseChanges(device.read(keys.changes)) ?? $changes.get()
    // Pressed again meanwhile, here or in another tab: that counts, and is sent after this one.
    if (pressed.has(slug) || (pending[slug] && pending[slug].kind !== sent.kind)) return
    change(slug, null)
    if (!answer.ok) tellFailure(answer.failure, sent.kind)
  }

  function want(slug: string, wanted: Change) {
    pressed.set(slug, wanted)
    change(slug, wanted)
    void inTurn(async () => {
      const last = pressed.get(slug)
      pressed.delete(slug)
      // Sent already where it was pressed several times.
      if (last) await send(slug, last, false)
    })
  }

  /** Sends what a page that is gone has left, unless another tab has done so meanwhile. */
  function sendLeftOver(slug: string) {
    void inTurn(async () => {
      const left = parseChanges(device.read(keys.changes))?.[slug]
      if (left && !pressed.has(slug)) await send(slug, left, true)
    })
  }

  async function ask() {
    const answer = await list()
    if (!answer.ok) {
      $all.set({ ...$all.get(), asking: false, failure: answer.failure })
      return
    }
    const { saved } = answer.value
    device.keep(keys.at, String(now()))
    $all.set({ items: saved, asking: false, failure: null })
    keepConfirmed(
      saved.map(({ slug }) => slug),
      saved,
    )
  }

  function refresh() {
    $all.set({ ...$all.get(), asking: true })
    asking ??= inTurn(ask).finally(() => {
      asking = undefined
    })
    return asking
  }

  function resume() {
    readDevice(nothing)
    for (const slug of Object.keys($changes.get())) sendLeftOver(slug)
  }

  return {
    $slugs,
    $confirmed,
    $shelf: computed($all, (all) => all),
    start() {
      resume()
      const at = device.read(keys.at) ?? '0'
      // A device that keeps nothing would ask on every page.
      if (now() - Number(at) > lifetime && device.keep(keys.at, at)) void refresh()
    },
    resume,
    followDevice() {
      readDevice(nothing)
      // Signed out there: what was pressed is not for whoever signs in next.
      if (device.read(keys.changes) === null) pressed.clear()
    },
    leave() {
      for (const [slug, change] of pressed) void call(slug, change)
    },
    save: (slug) => want(slug, { kind: 'save' }),
    remove(slug) {
      const place = Math.max(0, $slugs.get().indexOf(slug))
      const savedAt = $all.get().items?.find((item) => item.slug === slug)?.savedAt
      want(slug, { kind: 'remove' })
      return () => want(slug, { kind: 'save', place, ...(savedAt ? { savedAt } : {}) })
    },
    refresh,
  }
}
