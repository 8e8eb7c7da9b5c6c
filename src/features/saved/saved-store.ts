/**
 * The reader's saved articles on this device. What is pressed shows at once and is sent after it, one
 * call for an article at a time; what fails is taken back and told. What the server last said is kept
 * on the device, so that pages know without asking it, and tabs agree by it:
 *
 *     localStorage.saved              slugs, the one saved last first; `saved-changed` on the window
 *                                     says that this tab has written it
 *     localStorage['saved.pending']   what was pressed and is not confirmed: sent again by the next
 *                                     page where this one went away meanwhile
 *     localStorage['saved.articles']  the list as /saved shows it
 *     localStorage['saved.at']        when all of it was asked for last, in milliseconds
 *     localStorage['saved.confirmed'] how often a tab has confirmed something
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
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
  confirmed: 'saved.confirmed',
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

export type SavedStore = {
  /** What the reader sees as saved. */
  readonly $slugs: ReadableAtom<readonly string[]>
  readonly $shelf: ReadableAtom<Shelf>
  /** Goes by what the device knows, and finishes what a page before this one has left. */
  resume(): void
  /** The same, and asks where that is old. */
  start(): void
  /** Another tab has written to the device, or the reader has signed out there. */
  followDevice(): void
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
  const { list, save, remove, device, now, isLeaving, tellFailure, announce } = dependencies
  const $confirmed = atom<readonly string[]>([])
  const $changes = atom<Changes>(noChanges)
  const $slugs = computed([$confirmed, $changes], withChanges)
  const $all = atom<Shelf>({ items: null, asking: false, failure: null })
  const sending = new Set<string>()
  /** How often something was confirmed here, for a device that keeps nothing. */
  let confirmed = 0
  let asking: Promise<void> | undefined

  /** What the device has, which another tab may have written; `otherwise` where it has nothing. */
  function readDevice(otherwise: Known) {
    $confirmed.set(parseSlugs(device.read(keys.slugs)) ?? otherwise.slugs)
    $changes.set(parseChanges(device.read(keys.changes)) ?? otherwise.changes)
    const items = parseItems<SavedItem>(device.read(keys.items)) ?? otherwise.items
    $all.set({ ...$all.get(), items })
  }

  /** In any tab: a list that was asked for before is out of date. */
  const confirmations = () => Math.max(confirmed, Number(device.read(keys.confirmed)) || 0)

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
    confirmed = confirmations() + 1
    device.keep(keys.confirmed, String(confirmed))
    // A device that keeps nothing says nothing.
    readDevice(known())
    const others = $all.get().items?.filter((other) => other.slug !== slug) ?? null
    const items = others && item ? [...others, item] : others
    keepConfirmed(
      withChanges($confirmed.get(), { [slug]: done }),
      items && [...items].sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1)),
    )
  }

  /** `isLate` where it was pressed on a page that is gone: nobody waits to hear of it. */
  async function send(slug: string, isLate: boolean) {
    if (sending.has(slug)) return
    sending.add(slug)
    for (let next = $changes.get()[slug]; next; next = $changes.get()[slug]) {
      const sent = next
      const answer =
        sent.kind === 'save'
          ? await save(slug, sent.savedAt ? { savedAt: sent.savedAt } : {})
          : await remove(slug)
      if (answer.ok) confirm(slug, sent, answer.value ?? undefined)
      const isCutOff = !answer.ok && noAnswer(answer.failure) && (isLate || (await isLeaving()))
      // Pressed again meanwhile: that is what counts.
      if ($changes.get()[slug]?.kind !== sent.kind) continue
      // The next page sends it again.
      if (isCutOff) break
      change(slug, null)
      if (!answer.ok) tellFailure(answer.failure, sent.kind)
    }
    sending.delete(slug)
  }

  function want(slug: string, wanted: Change) {
    change(slug, wanted)
    void send(slug, false)
  }

  async function ask() {
    $all.set({ ...$all.get(), asking: true })
    for (;;) {
      const before = confirmations()
      const answer = await list()
      if (!answer.ok) {
        $all.set({ ...$all.get(), asking: false, failure: answer.failure })
        return
      }
      if (confirmations() !== before) continue
      const { saved } = answer.value
      device.keep(keys.at, String(now()))
      $all.set({ items: saved, asking: false, failure: null })
      keepConfirmed(
        saved.map(({ slug }) => slug),
        saved,
      )
      return
    }
  }

  function refresh() {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  function resume() {
    readDevice(nothing)
    for (const slug of Object.keys($changes.get())) void send(slug, true)
  }

  return {
    $slugs,
    $shelf: computed($all, (all) => all),
    start() {
      resume()
      const at = device.read(keys.at) ?? '0'
      // A device that keeps nothing would ask on every page.
      if (now() - Number(at) > lifetime && device.keep(keys.at, at)) void refresh()
    },
    resume,
    followDevice: () => readDevice(nothing),
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
