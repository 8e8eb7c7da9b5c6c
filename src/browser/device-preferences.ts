/**
 * The reader's preferences on this device. Readers can edit storage, so every field is validated.
 * localStorage.preferences = {"owner":"account","checkedAt":1790000000000,"changedAt":0,"preferences":{…}}
 * localStorage.history = "1" while the account's reading history is turned on
 */
import {
  defaultPreferences,
  type Preferences,
  readingGoals,
  weeklyLeads,
  welcomeSteps,
} from '../domain/preferences/preferences.ts'
import { attempt } from './attempt.ts'
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from './device-storage.ts'

/** The keys of personal data, which is deleted at sign-out. */
export const preferencesKey = 'preferences'
export const historyKey = 'history'

export type StoredDevicePreferences = {
  readonly owner: 'device' | 'account'
  readonly preferences: Preferences
  /** When the server last confirmed the preferences, in milliseconds; 0 for never. */
  readonly checkedAt: number
  /** When the reader last changed the preferences here, in milliseconds. */
  readonly changedAt: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The slug of a page that has since been removed is harmless. */
const parseSlugs = <Slug extends string>(value: unknown): readonly Slug[] =>
  Array.isArray(value)
    ? value.filter(
        (item): item is Slug => typeof item === 'string' && /^[a-zA-Z0-9-]{1,120}$/.test(item),
      )
    : []

const findAllowed = <Value>(values: readonly Value[], value: unknown): Value | null =>
  values.find((candidate) => candidate === value) ?? null

const parseTime = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0)

/** Returns null for anything invalid; never throws. */
export function parseDevicePreferences(stored: string | null): StoredDevicePreferences | null {
  const parsed: unknown = attempt(() => JSON.parse(stored ?? ''))
  if (!isRecord(parsed) || !isRecord(parsed.preferences)) return null
  const owner = findAllowed(['device', 'account'] as const, parsed.owner)
  if (!owner) return null
  const { preferences } = parsed
  const welcome = isRecord(preferences.welcome) ? preferences.welcome : {}
  const weekly = isRecord(preferences.weekly) ? preferences.weekly : {}
  return {
    owner,
    checkedAt: parseTime(parsed.checkedAt),
    changedAt: parseTime(parsed.changedAt),
    preferences: {
      categories: parseSlugs(preferences.categories),
      tags: parseSlugs(preferences.tags),
      authors: parseSlugs(preferences.authors),
      goal: findAllowed(readingGoals, preferences.goal),
      isHistoryEnabled: preferences.isHistoryEnabled === true,
      welcome: {
        step: findAllowed(welcomeSteps, welcome.step),
        finished: welcome.finished === true,
      },
      weekly: {
        isOn: weekly.isOn === true,
        leadsWith:
          findAllowed(weeklyLeads, weekly.leadsWith) ?? defaultPreferences.weekly.leadsWith,
      },
    },
  }
}

export function readDevicePreferences(): StoredDevicePreferences | null {
  return parseDevicePreferences(readDeviceItem(preferencesKey))
}

export const isGuest = () => document.documentElement.dataset.reader === 'guest'

/** Returns null if this device stores no preferences of this reader. */
export function readOwnPreferences(): Preferences | null {
  const record = readDevicePreferences()
  return record && (record.owner === 'device' || !isGuest()) ? record.preferences : null
}

/** Returns whether the preferences were stored. */
export function storeDevicePreferences(record: StoredDevicePreferences): boolean {
  const isHistoryStored = record.owner === 'account' && record.preferences.isHistoryEnabled
  if (isHistoryStored) storeDeviceItem(historyKey, '1')
  else removeDeviceItem(historyKey)
  return storeDeviceItem(preferencesKey, JSON.stringify(record))
}

/** Milliseconds after which the device's copy is fetched again. */
const maxAge = 24 * 60 * 60 * 1000

/** Whether a signed-in reader's copy is missing, outdated, or still a guest's. */
export function arePreferencesStale(record: StoredDevicePreferences | null, now: number): boolean {
  return record?.owner !== 'account' || now - record.checkedAt > maxAge
}
