import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hour } from '../../domain/duration.ts'
import { watchForUpdates } from './service-worker-updates.ts'

/** A service worker of a given version, as pages see it. */
class Worker extends EventTarget {
  state = 'installing'
  isActivated = false
  readonly version: string
  constructor(version: string) {
    super()
    this.version = version
  }
  postMessage(message: string, [port]: MessagePort[]) {
    if (message === 'version') port!.postMessage(this.version)
    else this.isActivated = true
  }
  setState(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = new Worker('mine')
  updateChecks = 0
  async update() {
    this.updateChecks++
  }
  findUpdate(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    worker.setState('installed')
  }
}

class Container extends EventTarget {
  controller: Worker | null = new Worker('mine')
  changeController(controller: Worker) {
    this.controller = controller
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let registration: Registration
let container: Container
let page: EventTarget & { visibilityState: string }
let clock: number
let offers: (() => void)[]
let reloads: number

async function flushMessages() {
  for (let tick = 0; tick < 3; tick++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage('')
    })
    port1.close()
  }
}

function startWatching() {
  watchForUpdates(registration as unknown as ServiceWorkerRegistration, {
    container: container as unknown as ServiceWorkerContainer,
    document: page,
    version: 'mine',
    now: () => clock,
    offerReload: (load) => offers.push(load),
    reload: () => reloads++,
  })
}

beforeEach(() => {
  registration = new Registration()
  container = new Container()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  clock = 0
  offers = []
  reloads = 0
})

describe('a new service worker', () => {
  it('takes over immediately if the page has its version', async () => {
    startWatching()
    const worker = new Worker('mine')
    registration.findUpdate(worker)
    await expect.poll(() => worker.isActivated).toBe(true)
    expect(offers).toEqual([])
  })

  it('is offered to the reader of an older page, which reloads once the worker has taken over', async () => {
    startWatching()
    const worker = new Worker('newer')
    registration.findUpdate(worker)
    await expect.poll(() => offers.length).toBe(1)
    expect(worker.isActivated).toBe(false)
    offers[0]!()
    expect(worker.isActivated).toBe(true)
    expect(reloads).toBe(0)
    container.changeController(worker)
    expect(reloads).toBe(1)
    await flushMessages()
    expect(offers).toHaveLength(1)
  })

  it('doesn’t keep a reader waiting who asks for the new version while the old worker is busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    startWatching()
    registration.findUpdate(new Worker('newer'))
    await flushMessages()
    offers[0]!()
    vi.advanceTimersByTime(2999)
    expect(reloads).toBe(0)
    vi.advanceTimersByTime(1)
    expect(reloads).toBe(1)
  })

  it('is found at the start if it’s already waiting', async () => {
    registration.waiting = new Worker('newer')
    startWatching()
    await expect.poll(() => offers.length).toBe(1)
  })

  it('is never offered if it’s the first service worker', async () => {
    registration.active = null
    startWatching()
    const worker = new Worker('newer')
    registration.findUpdate(worker)
    await flushMessages()
    expect([offers, worker.isActivated]).toEqual([[], false])
  })

  it('is offered once, without a reload, if another page activated it', async () => {
    startWatching()
    container.changeController(new Worker('newer'))
    container.changeController(new Worker('newer'))
    await expect.poll(() => offers.length).toBe(1)
    await flushMessages()
    expect([offers.length, reloads]).toEqual([1, 0])
    offers[0]!()
    expect(reloads).toBe(1)
  })
})

it('a page looks for a new service worker once an hour, while it’s visible', () => {
  startWatching()
  const makeVisible = () => page.dispatchEvent(new Event('visibilitychange'))
  clock = hour - 1
  makeVisible()
  expect(registration.updateChecks).toBe(0)
  clock = hour
  page.visibilityState = 'hidden'
  makeVisible()
  expect(registration.updateChecks).toBe(0)
  page.visibilityState = 'visible'
  makeVisible()
  makeVisible()
  expect(registration.updateChecks).toBe(1)
})
