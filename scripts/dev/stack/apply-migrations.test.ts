import { globSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { applyMigrations } from './apply-migrations.ts'

const folder = createTestFolder()

function openDatabase(storage: string) {
  const files = globSync(join(storage, 'v3/d1/*/*.sqlite'))
  return new DatabaseSync(files.find((file) => basename(file) !== 'metadata.sqlite')!)
}

const listMigrations = (database: DatabaseSync) =>
  database
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => name)

it('applying migrations gives each folder a database of its own with all migrations', async () => {
  const storages = ['one', 'other'].map((name) => join(folder, name))
  await Promise.all(storages.map(applyMigrations))
  const [one, other] = storages.map(openDatabase) as [DatabaseSync, DatabaseSync]
  const all = readdirSync('functions/statistics/migrations').sort()
  expect([one, other].map(listMigrations)).toEqual([all, all])
  one.exec('DELETE FROM d1_migrations')
  expect(listMigrations(other)).toEqual(all)
  one.close()
  other.close()
})
