/** The parts of Firestore's and its rules' management APIs that `setup` calls. */
import type { FakeCall, FakeRoutes } from './fake-service.ts'
import { done, fail, mergeMasked, notFound } from './google-answers.ts'

type Index = { readonly name: string; readonly queryScope: string; readonly fields: unknown }

export type DatabaseState = {
  database: Record<string, unknown> | null
  readonly backupSchedules: unknown[]
  rules: string | null
  readonly rulesets: string[]
  readonly indexes: Index[]
  /** Fields without an index. */
  readonly fields: Set<string>
}

export function createDatabaseRoutes(state: DatabaseState): FakeRoutes {
  const p = '/projects/:p'
  const firestore = '/firestore.googleapis.com/v1'
  const rules = '/firebaserules.googleapis.com/v1'
  const db = `${firestore}${p}/databases/:d`
  const release = ({ body }: FakeCall) => {
    const number = /rulesets\/(\d+)/.exec(body)![1]!
    state.rules = state.rulesets[Number(number)]!
    return {}
  }
  return {
    [`GET ${db}`]: () => (state.database ? { body: state.database } : notFound('database')),
    [`POST ${firestore}${p}/databases`]: ({ json }) => {
      if (state.database) return fail(409, 'ALREADY_EXISTS', 'Database already exists')
      state.database = json()
      return done
    },
    [`PATCH ${db}`]: ({ json, query }) => {
      mergeMasked(state.database!, json(), query.get('updateMask')!)
      return done
    },
    [`GET ${db}/backupSchedules`]: () => ({ body: { backupSchedules: state.backupSchedules } }),
    [`POST ${db}/backupSchedules`]: ({ json }) => {
      state.backupSchedules.push(json())
      return {}
    },
    [`GET ${rules}${p}/releases/cloud.firestore`]: () =>
      state.rules === null
        ? notFound('release')
        : { body: { name: 'cloud.firestore', rulesetName: 'projects/p/rulesets/deployed' } },
    [`GET ${rules}${p}/rulesets/:id`]: () => ({
      body: { source: { files: [{ name: 'firestore.rules', content: state.rules }] } },
    }),
    [`POST ${rules}${p}/rulesets`]: ({ json }) => {
      const { files } = json().source as { files: [{ content: string }] }
      state.rulesets.push(files[0].content)
      return { body: { name: `projects/p/rulesets/${state.rulesets.length - 1}` } }
    },
    [`POST ${rules}${p}/releases`]: release,
    [`PATCH ${rules}${p}/releases/cloud.firestore`]: release,
    [`GET ${db}/collectionGroups/:g/indexes`]: () => ({ body: { indexes: state.indexes } }),
    [`POST ${db}/collectionGroups/:g/indexes`]: ({ params: [, , group], json }) => {
      const { queryScope, fields } = json()
      const name = `projects/p/databases/(default)/collectionGroups/${group}/indexes/${state.indexes.length}`
      state.indexes.push({
        name,
        queryScope: String(queryScope),
        fields: [...(fields as unknown[]), { fieldPath: '__name__', order: 'ASCENDING' }],
      })
      return done
    },
    [`GET ${db}/collectionGroups/:g/fields`]: () => ({
      body: { fields: [...state.fields].map((name) => ({ name, indexConfig: {} })) },
    }),
    [`PATCH ${db}/collectionGroups/:g/fields/:f`]: ({ params: [, , group, field] }) => {
      state.fields.add(`projects/p/databases/(default)/collectionGroups/${group}/fields/${field}`)
      return done
    },
  }
}
