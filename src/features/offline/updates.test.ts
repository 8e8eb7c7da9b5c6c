import { beforeEach, describe, expect, it } from 'vitest'
import { followUpdates } from './updates.ts'

/** A service worker of some code, as a page sees it. */
class Worker extends EventTarget {
  state = 'installing'
  tookOver = false
  readonly version: string
  constructor(version: string) {
    super()
    this.version = version
  }
  postMessage(message: string, [port]: MessagePort[]) {
    if (message === 'version') port!.postMessage(this.version)
    else this.tookOver = true
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = new Worker('mine')
  looks = 0
  async update() {
    this.looks++
  }
  find(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    worker.become('installed')
  }
}

class Container extends EventTarget {
  controller: Worker | null = new Worker('mine')
  change(controller: Worker) {
    this.controller = controller
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let registration: Registration
let container: Container
let page: EventTarget & { visibilityState: string }
let clock: number
/** What the reader is offered, one function for each time. */
let offers: (() => void)[]
let reloads: number

const hour = 60 * 60 * 1000
/** Later than every message that has been sent has been answered. */
async function settled() {
  for (let turn = 0; turn < 3; turn++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage('')
    })
    port1.close()
  }
}

function follow() {
  followUpdates(registration as unknown as ServiceWorkerRegistration, {
    container: container as unknown as ServiceWorkerContainer,
    document: page,
    version: 'mine',
    now: () => clock,
    offer: (load) => offers.push(load),
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
  it('takes over at once where the page is of its code', async () => {
    follow()
    const worker = new Worker('mine')
    registration.find(worker)
    await expect.poll(() => worker.tookOver).toBe(true)
    expect(offers).toEqual([])
  })

  it('is the reader’s to choose where the page is older, and loads that page alone', async () => {
    follow()
    const worker = new Worker('newer')
    registration.find(worker)
    await expect.poll(() => offers.length).toBe(1)
    expect(worker.tookOver).toBe(false)
    offers[0]!()
    expect(worker.tookOver).toBe(true)
    expect(reloads).toBe(0)
    container.change(worker)
    expect(reloads).toBe(1)
    await settled()
    expect(offers).toHaveLength(1)
  })

  it('that waited already is found at the start', async () => {
    registration.waiting = new Worker('newer')
    follow()
    await expect.poll(() => offers.length).toBe(1)
  })

  it('that is the first of all interrupts nobody', async () => {
    registration.active = null
    follow()
    const worker = new Worker('newer')
    registration.find(worker)
    await settled()
    expect([offers, worker.tookOver]).toEqual([[], false])
  })

  it('that another page asked to take over is told, once, and nothing is loaded unasked', async () => {
    follow()
    container.change(new Worker('newer'))
    container.change(new Worker('newer'))
    await expect.poll(() => offers.length).toBe(1)
    await settled()
    expect([offers.length, reloads]).toEqual([1, 0])
    offers[0]!()
    expect(reloads).toBe(1)
  })
})

it('a page that stays open looks for a new version once in an hour, when it is looked at', () => {
  follow()
  const show = () => page.dispatchEvent(new Event('visibilitychange'))
  clock = hour - 1
  show()
  expect(registration.looks).toBe(0)
  clock = hour
  page.visibilityState = 'hidden'
  show()
  expect(registration.looks).toBe(0)
  page.visibilityState = 'visible'
  show()
  show()
  expect(registration.looks).toBe(1)
})
