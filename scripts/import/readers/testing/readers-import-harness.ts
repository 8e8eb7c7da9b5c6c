/** Imports readers into a database in memory, for tests. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getListPath } from '../../../../functions/newsletter/newsletter-list.ts'
import type { Firestore } from '../../../../functions/platform/adapters/firestore.ts'
import { getImportedGrantPath } from '../../../../functions/subscription/claim-imported-grant.ts'
import { day } from '../../../../src/domain/duration.ts'
import {
  initialFields,
  type NewsletterEntry,
} from '../../../../src/domain/newsletter/newsletter-entry.ts'
import { createInMemoryFirestore } from '../../../dev/fakes/firestore/in-memory-firestore.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { createReadersReport } from '../readers-report.ts'
import { runReadersImport } from '../run-readers-import.ts'
import { surveyReaders } from '../survey-readers.ts'

export const now = new Date()
export const paidUntil = new Date(now.getTime() + 100 * day)
export const signedUpAt = new Date('2021-05-23T18:28:09.830Z')

const defaultCells = {
  email: '',
  subscribed_to_emails: 'true',
  complimentary_plan: 'false',
  tiers: '',
  created_at: signedUpAt.toISOString(),
}
const columns = Object.keys(defaultCells) as (keyof typeof defaultCells)[]

/** A row of Ghost's export. */
export type Row = Readonly<Partial<typeof defaultCells>> & { readonly email: string }

function formatExport(rows: readonly Row[] | string): string {
  if (typeof rows === 'string') return rows
  const formatRow = (row: Row) =>
    columns.map((name) => ({ ...defaultCells, ...row })[name]).join(',')
  return [columns.join(','), ...rows.map(formatRow)].join('\n')
}

/** Creates a database, and a folder for exports. */
export function createReadersHarness() {
  const database = createInMemoryFirestore()
  const folder = createTestFolder()
  const base = join(folder, 'report')

  async function run(
    rows: readonly Row[] | string,
    {
      firestore = database.firestore as Firestore,
      dryRun = false,
      rowsAfterSurvey = rows,
      listSource = null as string | null,
      at = now,
    } = {},
  ) {
    const path = join(folder, 'members.csv')
    writeFileSync(path, formatExport(rows))
    const survey = await surveyReaders(path, () => {})
    if (!survey.ok) throw new Error(survey.failure.reason)
    writeFileSync(path, formatExport(rowsAfterSurvey))
    const report = createReadersReport(base)
    const desk = { firestore, editor: 'Ama' }
    const given = { path, survey: survey.value, report, paidUntil, listSource, dryRun, now: at }
    const options = { ...given, onRow: () => {} }
    const { totals, failure } = await runReadersImport({ desk, ...options })
    report.finish('Import of readers', survey.value.source, totals, listSource)
    const findings = readFileSync(`${base}.jsonl`, 'utf8').split('\n').filter(Boolean)
    return {
      totals,
      failure,
      report: readFileSync(`${base}.md`, 'utf8'),
      findings: findings.map((line) => JSON.parse(line) as object),
    }
  }

  async function get(path: string | null) {
    const stored = await database.firestore.get(path!)
    if (!stored.ok) throw new Error(stored.failure.kind)
    return stored.value?.fields ?? null
  }

  return {
    firestore: database.firestore,
    run,
    get,
    getEntry: async (email: string) => get(await getListPath(email)),
    getGrant: async (email: string) => get(await getImportedGrantPath(email)),
    async readDatabase() {
      const documents = []
      const emails = ['newsletterEmails', 'outbox']
      const collections = ['newsletter', 'importedGrants', 'subscriptions', 'users', ...emails]
      for (const collection of collections) {
        const found = await database.firestore.query({ collection })
        if (!found.ok) throw new Error(found.failure.kind)
        documents.push(...found.value.documents.map((document) => ({ collection, ...document })))
      }
      return documents
    },
    async storeEntry(email: string, changes: Partial<NewsletterEntry>): Promise<NewsletterEntry> {
      const consent = { consentedAt: now, ip: '198.51.100.7', userAgent: 'A browser' }
      const defaults = {
        ...initialFields,
        email,
        state: 'confirmed',
        source: 'footer',
        ...consent,
        uid: null,
      } as const
      const entry = { ...defaults, ...changes }
      await database.firestore.commit([{ set: await getListPath(email), fields: entry }])
      return entry
    },
    async storeAccount(uid: string, email: string, emailVerified: boolean) {
      const fields = { first_name: '', last_name: '', email, emailVerified, createdAt: now }
      await database.firestore.commit([{ set: `users/${uid}`, fields }])
    },
    close: () => database.close(),
  }
}
