import fc from 'fast-check'

export const browsers = 3
export const emails = ['asha@example.com', 'bano@example.com'] as const
export const students = ['first-student', 'second-student'] as const

/** Whether PayPal completes the first payment at once. */
export type Approval = 'paid' | 'pending'

/** Null for the browser that started the checkout. */
type Caller = number | null

export type Step =
  | {
      readonly do: 'startCheckout'
      readonly browser: number
      readonly request: number
      readonly student: number | null
      /** Null if the payer doesn't approve at once. */
      readonly approval: Approval | null
    }
  | { readonly do: 'approve'; readonly checkout: number; readonly approval: Approval }
  | { readonly do: 'collect'; readonly checkout: number }
  | {
      readonly do: 'returnFromPayPal' | 'claim'
      readonly browser: Caller
      readonly checkout: number
      readonly hasKey: boolean
    }
  | {
      readonly do: 'account'
      readonly browser: Caller
      readonly checkout: number
      readonly email: number
      readonly request: number
      readonly hasKey: boolean
    }
  /** The page repeats an earlier request. */
  | { readonly do: 'repeatAccount'; readonly account: number }
  | { readonly do: 'copyCookies'; readonly browser: number; readonly to: number }
  | { readonly do: 'signIn'; readonly browser: number; readonly email: number }
  | { readonly do: 'logOut' | 'cancel' | 'reactivate' | 'deleteAccount'; readonly browser: number }
  | { readonly do: 'deliverEvent'; readonly event: number }
  | { readonly do: 'wait'; readonly minutes: number }

const browser = fc.nat(browsers - 1)
const caller = fc.option(browser, { freq: 2 })
const checkout = fc.nat(2)
const approval: fc.Arbitrary<Approval> = fc.constantFrom('paid', 'paid', 'pending')
const optionalApproval: fc.Arbitrary<Approval | null> = fc.option(approval, { freq: 1 })
const email = fc.nat(emails.length - 1)
const request = fc.nat(2)
const hasKey = fc.boolean()
const student = fc.option(fc.nat(students.length - 1))

const steps: Readonly<Record<string, readonly [weight: number, arbitrary: fc.Arbitrary<Step>]>> = {
  startCheckout: [
    5,
    fc.record({
      do: fc.constant('startCheckout'),
      browser,
      request,
      student,
      approval: optionalApproval,
    }),
  ],
  approve: [3, fc.record({ do: fc.constant('approve'), checkout, approval })],
  collect: [3, fc.record({ do: fc.constant('collect'), checkout })],
  returnFromPayPal: [
    2,
    fc.record({ do: fc.constant('returnFromPayPal'), browser: caller, checkout, hasKey }),
  ],
  claim: [3, fc.record({ do: fc.constant('claim'), browser: caller, checkout, hasKey })],
  account: [
    6,
    fc.record({ do: fc.constant('account'), browser: caller, checkout, email, request, hasKey }),
  ],
  repeatAccount: [2, fc.record({ do: fc.constant('repeatAccount'), account: fc.nat(2) })],
  copyCookies: [2, fc.record({ do: fc.constant('copyCookies'), browser, to: browser })],
  signIn: [4, fc.record({ do: fc.constant('signIn'), browser, email })],
  logOut: [1, fc.record({ do: fc.constant('logOut'), browser })],
  cancel: [1, fc.record({ do: fc.constant('cancel'), browser })],
  reactivate: [1, fc.record({ do: fc.constant('reactivate'), browser })],
  deleteAccount: [1, fc.record({ do: fc.constant('deleteAccount'), browser })],
  deliverEvent: [3, fc.record({ do: fc.constant('deliverEvent'), event: fc.nat(7) })],
  wait: [4, fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(3, 90, 28_800) })],
}
export const stepArbitrary = fc.oneof(
  ...Object.values(steps).map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** The page that creates a request id is the only one that knows it. */
export const createRequestId = (of: number, request: number) =>
  `${String(of).repeat(8)}-0000-4000-8000-${String(request).repeat(12)}`
