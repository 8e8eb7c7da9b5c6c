/** Only the Worker's service account has access. Uses Google's emulator, as the fake has no rules. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../dev/service-process.ts'
import {
  buildEmulatorCommand,
  findEmulator,
  readEmulatorSearch,
} from '../dev/stack/firestore-emulator.ts'
import { freePort } from '../dev/stack/ports.ts'

const rules = readFileSync('firestore.rules', 'utf8')
const emulator = findEmulator(readEmulatorSearch())
if (!emulator) {
  console.log(
    'The security rules are not tried: Google’s Firestore emulator or Java was not found.',
  )
}

const project = 'demo-rules'
const owner = 'the-owner'

/** Nested, one reader's own, and of an unknown collection: the rules name none of them. */
const documents = [
  'articles/a-story',
  'articles/a-story/revisions/1',
  `subscriptions/${owner}/history/1`,
  `users/${owner}`,
  'whatever/comes/after/that',
] as const

/** Proves that the requests work. */
const controlPath = 'controls/1'

/** Like Firebase Auth's; the emulator doesn't check the signature. */
function idToken(uid: string, claims: Readonly<Record<string, unknown>>): string {
  const now = Math.floor(Date.now() / 1000)
  const process = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    sub: uid,
    user_id: uid,
    firebase: { sign_in_provider: 'password', identities: {} },
    ...claims,
  }
  return `${process({ alg: 'none', typ: 'JWT' })}.${process(payload)}.`
}

const verified = { email: 'someone@example.com', email_verified: true }
/** Credentials by role. */
const roles = {
  'a request without a token': null,
  'the signed-in owner': idToken(owner, verified),
  'another reader': idToken('another-reader', verified),
  'a reader whose address is not verified': idToken(owner, { ...verified, email_verified: false }),
  'a reader who calls themselves an admin': idToken(owner, { ...verified, admin: true }),
} as const

let process: ServiceProcess
let url: string
const folder = mkdtempSync(join(tmpdir(), 'rules-'))

type RulesRequest = { readonly method: string; readonly address: string; readonly body?: unknown }

async function sendRequest(
  { method, address, body }: RulesRequest,
  token: string | null,
): Promise<number> {
  const response = await fetch(`${url}/v1/projects/${project}/databases/(default)/${address}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  // Queries and batches may report it after the response has begun.
  return /"PERMISSION_DENIED"/.test(answer) ? 403 : response.status
}

const fields = { a: { stringValue: 'changed' } }
const root = `projects/${project}/databases/(default)/documents`

function listOperations(path: string): Readonly<Record<string, RulesRequest>> {
  const collection = path.slice(0, path.lastIndexOf('/'))
  const parent = collection.includes('/')
    ? `/${collection.slice(0, collection.lastIndexOf('/'))}`
    : ''
  const collectionId = collection.slice(collection.lastIndexOf('/') + 1)
  const write = (write: unknown) => ({
    method: 'POST',
    address: 'documents:commit',
    body: { writes: [write] },
  })
  const query = (address: string, allDescendants: boolean) => ({
    method: 'POST',
    address: `${address}:runQuery`,
    body: { structuredQuery: { from: [{ collectionId, allDescendants }] } },
  })
  return {
    get: { method: 'GET', address: `documents/${path}` },
    list: { method: 'GET', address: `documents/${collection}` },
    query: query(`documents${parent}`, false),
    'query everywhere': query('documents', true),
    create: { method: 'POST', address: `documents/${collection}?documentId=new`, body: { fields } },
    'create in a commit': write({
      update: { name: `${root}/${collection}/newer`, fields },
      currentDocument: { exists: false },
    }),
    update: { method: 'PATCH', address: `documents/${path}`, body: { fields } },
    'update in a commit': write({ update: { name: `${root}/${path}`, fields } }),
    delete: { method: 'DELETE', address: `documents/${path}` },
    'delete in a commit': write({ delete: `${root}/${path}` }),
  }
}

async function loadRules(content: string) {
  const response = await fetch(`${url}/emulator/v1/projects/${project}:securityRules`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  })
  if (!response.ok) throw new Error(await response.text())
}

describe.runIf(emulator)('the security rules', () => {
  beforeAll(async () => {
    const port = await freePort(8990)
    url = `http://127.0.0.1:${port}`
    const { command, args } = buildEmulatorCommand(emulator!, port, folder)
    process = await startService({
      name: 'firestore',
      command,
      args,
      isReady: async () => (await fetch(url)).ok,
      advice: 'Run it by hand to see why.',
      onCrash: console.error,
      verbose: false,
    })
    for (const path of [...documents, controlPath]) {
      const document = { fields: { a: { stringValue: 'as it was' } } }
      const stored = { method: 'PATCH', address: `documents/${path}`, body: document }
      expect(await sendRequest(stored, 'owner')).toBe(200)
    }
  })
  afterAll(async () => {
    await process?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('allow these requests to the owner of a document with other rules', async () => {
    const ownerCondition = 'request.auth.uid == "the-owner" && request.auth.token.email_verified'
    await loadRules(`
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /{document=**} { allow read, write: if ${ownerCondition}; }
        }
      }`)
    for (const [operation, request] of Object.entries(listOperations(controlPath))) {
      expect(await sendRequest(request, roles['the signed-in owner']), operation).toBe(200)
      expect(await sendRequest(request, roles['another reader']), operation).toBe(403)
      expect(await sendRequest(request, roles['a request without a token']), operation).toBe(403)
    }
  })

  it.each(Object.entries(roles))('deny access to %s', async (_, token) => {
    await loadRules(rules)
    for (const path of documents) {
      const operations = Object.entries(listOperations(path))
      const answers = operations.map(async ([operation, request]) => [
        operation,
        await sendRequest(request, token),
      ])
      const denied = operations.map(([operation]) => [operation, 403])
      expect(await Promise.all(answers), path).toEqual(denied)
    }
  })

  it('leave everything unchanged', async () => {
    for (const path of documents) {
      const response = await fetch(`${url}/v1/${root}/${path}`, {
        headers: { Authorization: 'Bearer owner' },
      })
      expect(await response.json(), path).toMatchObject({
        fields: { a: { stringValue: 'as it was' } },
      })
    }
  })
})

it('firestore.rules denies everything literally', () => {
  const statements = rules.replace(/\/\/.*$/gm, '').match(/allow [^;]*;/g)
  expect(statements).toEqual(['allow read, write: if false;'])
})
