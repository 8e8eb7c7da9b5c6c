import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryDatabase, type MemoryDatabase } from './memory-database.ts'

let database: MemoryDatabase
beforeEach(() => {
  database = createMemoryDatabase()
})

const touch = (day: string) =>
  database.prepare('INSERT INTO touchedDays (day) VALUES (?)').bind(day)
const days = () =>
  database.read<{ day: string }>('SELECT day FROM touchedDays').map((row) => row.day)

describe('the test database', () => {
  it('runs a batch as a whole or not at all', async () => {
    const batch = [touch('2026-11-20'), touch('2026-11-21'), touch('2026-11-20')]
    await expect(database.batch(batch)).rejects.toThrow('UNIQUE')
    expect(days()).toEqual([])
    await database.batch(batch.slice(0, 2))
    expect(days()).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('has D1’s limits', () => {
    const statement = database.prepare('SELECT 1')
    expect(() => statement.bind(...Array(101).fill(1))).toThrow()
    expect(() => statement.bind('x'.repeat(2_000_001))).toThrow()
    expect(() => database.prepare(`SELECT '${'x'.repeat(100_000)}'`)).toThrow()
  })
})
