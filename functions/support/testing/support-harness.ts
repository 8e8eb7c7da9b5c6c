/** The Worker in one process, with staff and a subscriber whom they look after. */
import type { StaffRole } from '../../../src/domain/staff/staff.ts'
import { StaffHarness } from '../../staff/testing/staff-harness.ts'
import type { Browser } from '../../testing/reader-harness.ts'

const path = '/api/desk/readers'

/** One person's calls. */
const openSupport = ({ send }: Browser) => ({
  find: (reader: string, show = 'account') => send('POST', `${path}/find`, { reader, show }),
  support: (content: object) => send('POST', `${path}/support`, content),
  refund: (content: object) => send('POST', `${path}/refund`, content),
  money: (content: object) => send('POST', `${path}/money`, content),
})
export type Support = ReturnType<typeof openSupport>

export const reader = 'nimal'
export const until = '2026-04-01T00:00:00Z'
export const credit = { reader, amount: 601, message: 'Sorry' }

/** Every kind of act. */
export const acts: Readonly<Record<string, (desk: Support) => Promise<Response>>> = {
  resend: ({ support }) => support({ reader, act: 'resend', template: 'started' }),
  cancel: ({ support }) => support({ reader, act: 'cancel', message: 'Asked by phone' }),
  endSessions: ({ support }) => support({ reader, act: 'endSessions' }),
  hideProfile: ({ support }) => support({ reader, act: 'hideProfile', message: 'Spam' }),
  showProfile: ({ support }) => support({ reader, act: 'showProfile' }),
  grant: ({ money }) => money({ reader, act: 'grant', until }),
  endNow: ({ money }) => money({ reader, act: 'endNow' }),
  grantCredit: ({ money }) => money({ ...credit, act: 'grantCredit' }),
  removeCredit: ({ money }) => money({ ...credit, amount: 1, act: 'removeCredit' }),
}

export class SupportHarness extends StaffHarness {
  /** Nimal subscribes, and has a public page. */
  async prepare() {
    await this.addSubscriber('nimal')
    await this.merge('users/nimal', { first_name: 'Nimal', last_name: 'Perera' })
    const page = { name: 'Nimal P.', bio: '', isPublic: true, isIndexed: false }
    await this.store({
      'checkouts/I-1': {
        ...{ uid: 'nimal', customId: 'nimal', plan: 'annual_99', source: '' },
        createdAt: this.now,
      },
      'readerProfiles/nimal': { handle: 'nimal-p', ...page, createdAt: this.now },
      'readerHandles/nimal-p': { uid: 'nimal', claimedAt: this.now },
      'profileReports/nimal': {
        reports: [{ reason: 'spam', details: 'Buy\ntea', at: this.now }],
        toldAt: this.now,
        dueAt: this.now,
      },
    })
    return this
  }

  openDesk = async (uid: string, role: StaffRole) => openSupport(await this.addStaff(uid, role))

  async readState() {
    const stored = await this.readFields('subscriptions/nimal')
    return (stored?.subscription as { readonly state?: string } | undefined)?.state
  }
}

export const readLines = async (response: Promise<Response> | Response) =>
  ((await (await response).json()) as { readonly lines: readonly string[] }).lines
