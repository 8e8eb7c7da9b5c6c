import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventSchemas } from '../contracts/analytics/events.ts'

const folder = import.meta.dirname

it('every event in the specification is expected by a journey', () => {
  const journeys = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const names = Object.keys(eventSchemas)
  expect(names.filter((name) => !journeys.includes(`'${name}'`))).toEqual([])
})
