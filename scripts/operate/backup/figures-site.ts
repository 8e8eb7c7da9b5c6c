/** Reads and writes the editors' figures through the Worker: only it has their database. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { signatureHeader, signRequest } from '../../../src/contracts/desk-signature.ts'
import {
  type FiguresRow,
  figuresRowSchema,
  rowsPerPage,
} from '../../../src/contracts/figures-endpoints.ts'
import { importSigningKeys } from '../../../src/contracts/signed-token.ts'
import { type FiguresTable, storedFigures } from '../../../src/domain/statistics/stored-figures.ts'
import { CommandError } from '../../build/command-error.ts'
import {
  type Environment,
  operatorEnvironment,
  operatorVariables,
  parseOperatorEnvironment,
} from '../../build/operator-environment.ts'

export type FiguresSite = {
  readonly siteUrl: string
  /** Ordered by their keys. */
  readRows(table: FiguresTable): AsyncGenerator<FiguresRow>
  /** At most `rowsPerPage` of each. Safe to repeat. */
  writeRows(
    table: FiguresTable,
    changes: { readonly rows: readonly FiguresRow[]; readonly removed: readonly FiguresRow[] },
  ): Promise<void>
}

const variablesSchema = operatorVariables.pick({ SITE_URL: true, DESK_KEYS: true })

/** Milliseconds between attempts: the site limits calls per minute. */
const retryDelays = [1000, 5000, 20_000, 40_000]
const requestTimeout = 60_000

/** Null without SITE_URL and DESK_KEYS. */
export async function openFiguresSite(
  source: Environment = operatorEnvironment,
): Promise<FiguresSite | null> {
  if (!source.SITE_URL || !source.DESK_KEYS) return null
  const { SITE_URL: siteUrl, DESK_KEYS } = parseOperatorEnvironment(variablesSchema, source)
  const keys = await importSigningKeys(DESK_KEYS)

  async function call(method: 'GET' | 'PUT', path: string, content?: unknown): Promise<Response> {
    const body = new TextEncoder().encode(content === undefined ? '' : JSON.stringify(content))
    for (const delay of [...retryDelays, null]) {
      // A signature is valid once.
      const signature = await signRequest({ method, path, body }, keys, new Date())
      const response = await fetch(siteUrl + path, {
        method,
        headers: { [signatureHeader]: signature, 'Content-Type': 'application/json' },
        ...(content === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeout),
      }).catch(() => null)
      if (response?.ok) return response
      await response?.body?.cancel()
      const isTemporary = !response || response.status === 429 || response.status >= 500
      if (delay === null || !isTemporary) {
        const status = response ? `status ${response.status}` : 'no answer'
        throw new CommandError(`${siteUrl} didn’t return or store the figures: ${status}.`)
      }
      await wait(delay)
    }
    throw new Error('unreachable')
  }

  const answerSchema = z.object({ rows: z.array(figuresRowSchema) })
  return {
    siteUrl,
    async *readRows(table) {
      const keyCount = storedFigures[table].keys.length
      let query = ''
      for (;;) {
        const response = await call('GET', `/api/figures/${table}${query}`)
        const { rows } = answerSchema.parse(await response.json())
        yield* rows
        if (rows.length < rowsPerPage) return
        const after = JSON.stringify(rows.at(-1)!.slice(0, keyCount))
        query = `?${new URLSearchParams({ after })}`
      }
    },
    async writeRows(table, changes) {
      const response = await call('PUT', `/api/figures/${table}`, changes)
      await response.body?.cancel()
    },
  }
}
