import { beforeEach, expect, it, vi } from 'vitest'

type Request = {
  result?: unknown
  error?: Error
  onsuccess?: () => void
  onerror?: () => void
}

let requests: Request[]
let openDeskDatabase: () => Promise<unknown>
let eraseDeskTexts: (confirmLoss: () => boolean) => Promise<boolean>
let databases: () => Promise<{ name: string }[]>
let isDeleted: boolean
beforeEach(async () => {
  requests = []
  databases = async () => []
  isDeleted = false
  vi.stubGlobal('indexedDB', {
    open() {
      const request: Request = {}
      requests.push(request)
      return request
    },
    databases: () => databases(),
    deleteDatabase() {
      isDeleted = true
    },
  })
  vi.resetModules()
  ;({ openDeskDatabase, eraseDeskTexts } = await import('./desk-database.ts'))
  return () => vi.unstubAllGlobals()
})

function succeed(request: Request) {
  const database: { onclose?: () => void; close: () => void } = { close() {} }
  request.result = database
  request.onsuccess!()
  return database
}

function refuse(request: Request) {
  request.error = new Error('no space')
  request.onerror!()
}

it('opens the database once for all callers', async () => {
  const both = Promise.all([openDeskDatabase(), openDeskDatabase()])
  const database = succeed(requests[0]!)
  expect(await both).toEqual([database, database])
  expect(requests).toHaveLength(1)
})

it('opens the database once more after a failure, although several callers try again', async () => {
  const tryTwice = () => openDeskDatabase().catch(() => openDeskDatabase())
  const both = Promise.all([tryTwice(), tryTwice()])
  refuse(requests[0]!)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  const database = succeed(requests[1]!)
  expect(await both).toEqual([database, database])
  expect(requests).toHaveLength(2)
})

it('opens the database again after the browser has closed it, and then keeps it', async () => {
  const first = openDeskDatabase()
  const closed = succeed(requests[0]!)
  await first
  closed.onclose!()
  const second = openDeskDatabase()
  const database = succeed(requests[1]!)
  closed.onclose!()
  expect(await second).toBe(database)
  expect(await openDeskDatabase()).toBe(database)
  expect(requests).toHaveLength(2)
})

it.each([
  ['lists its databases', () => {}],
  ['has no way to list them', () => Object.assign(indexedDB, { databases: undefined })],
])('asks before deleting text that can’t be counted, in a browser that %s', async (_, prepare) => {
  databases = async () => [{ name: 'desk' }]
  prepare()
  const confirmLoss = vi.fn(() => false)
  const erased = eraseDeskTexts(confirmLoss)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  refuse(requests[0]!)
  expect(await erased).toBe(false)
  expect(confirmLoss).toHaveBeenCalledOnce()
  expect(isDeleted).toBe(false)
})

it.each([
  ['has no database', async () => []],
  ['can’t list its databases', () => Promise.reject(new Error('storage is blocked'))],
])('doesn’t ask a reader whose browser %s', async (_, list) => {
  databases = list
  const confirmLoss = vi.fn(() => false)
  expect(await eraseDeskTexts(confirmLoss)).toBe(true)
  expect(confirmLoss).not.toHaveBeenCalled()
})
