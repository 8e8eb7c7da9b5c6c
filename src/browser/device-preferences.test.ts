import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPreferencesChange, defaultPreferences } from '../domain/preferences/preferences.ts'
import {
  arePreferencesStale,
  parseDevicePreferences,
  type StoredDevicePreferences,
} from './device-preferences.ts'

const record: StoredDevicePreferences = {
  owner: 'account',
  checkedAt: 1_790_000_000_000,
  changedAt: 1_790_000_000_500,
  preferences: applyPreferencesChange(defaultPreferences, {
    add: { categories: ['food'], tags: ['sriLanka'], authors: ['a-writer'] },
    goal: '7',
    isHistoryEnabled: true,
    step: 'welcome_app',
    weekly: { isOn: true, leadsWith: 'topics' },
  }),
}

describe('stored preferences', () => {
  it('are read back as they were stored', () => {
    expect(parseDevicePreferences(JSON.stringify(record))).toEqual(record)
  })

  it.each([
    null,
    '',
    '{',
    '[]',
    '7',
    'null',
    '{"owner":"device"}',
    '{"owner":"x","preferences":{}}',
  ])('are ignored if storage contains %s', (stored) =>
    expect(parseDevicePreferences(stored)).toBeNull(),
  )

  it('contain only fields of the declared type', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('device', 'account'), (json, owner) => {
        const parsed =
          parseDevicePreferences(`{"owner":"${owner}","preferences":{"categories":${json},"goal":${json},
          "welcome":${json},"weekly":${json},"tags":[${json}]},"checkedAt":${json}}`)!
        const { preferences, checkedAt } = parsed
        for (const slug of [...preferences.categories, ...preferences.tags]) {
          expect(slug).toMatch(/^[a-zA-Z0-9-]{1,120}$/)
        }
        expect(typeof checkedAt).toBe('number')
        expect(applyPreferencesChange(defaultPreferences, { add: preferences }).goal).toBeNull()
      }),
    )
  })

  it.each([
    ['none', null, true],
    ['a guest’s', { ...record, owner: 'device' as const }, true],
    ['an hour old', record, false],
    ['two days old', { ...record, checkedAt: record.checkedAt - 47 * 3_600_000 }, true],
  ])('are stale if they are %s: %s', (_, parsed, expected) => {
    expect(arePreferencesStale(parsed, record.checkedAt + 3_600_000)).toBe(expected)
  })
})
