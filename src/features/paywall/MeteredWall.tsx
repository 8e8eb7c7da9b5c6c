import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import { trackClick, trackView } from '../../contracts/analytics/tracked-elements.ts'
import { getLoginPath, getSignUpPathFromWall } from '../../contracts/pages/login-paths.ts'
import type { UnlockOption } from '../../domain/access.ts'
import control from '../../ui/button.module.css'
import { formatRetryButton } from '../../ui/retry-payment-text.ts'
import { $outlook } from '../session/outlook-store.ts'
import Prices from './Prices.tsx'
import UnlockForm from './UnlockForm.tsx'
import styles from './wall.module.css'
import type { UnlockRequest, Wall, WallChoices } from './wall-store.ts'
import {
  describeAccount,
  describeEmailWay,
  describeLeft,
  describeProblem,
  describeReferredWay,
  describeRegister,
  getPromise,
  wallText,
} from './wall-text.ts'

const subscribePath = '/subscribe?source=article'

const trackChoice = (label: string) => trackClick('CTA Clicked', { label, source: 'article' })

type Props = {
  slug: string
  choices: WallChoices
  wall: Wall
  unlock: (request: UnlockRequest) => void
}

type OptionOf<Kind extends UnlockOption['kind']> = Extract<UnlockOption, { kind: Kind }>

/** Options that are a link below the buttons, unless they come first. */
const isMinor = ({ kind }: UnlockOption, position: number) =>
  position > 0 && (kind === 'register' || kind === 'email' || kind === 'referred')

/** The wall of a metered article, or of an unpaid subscription: options in the order of `choices`. */
export default function MeteredWall({ slug, choices, wall, unlock }: Props) {
  const { reason, ways } = choices
  const problem = useRef<HTMLParagraphElement>(null)
  const hasForm = ways.some(({ kind }) => kind === wall.problem?.way)
  const shownProblem = wall.problem ? describeProblem(wall.problem, reason) : ''
  // Beside its field, if there still is one.
  const generalProblem = hasForm ? '' : shownProblem

  // The button that had the focus may be gone.
  useEffect(() => {
    const { activeElement } = document
    if (generalProblem && (!activeElement || activeElement === document.body))
      problem.current?.focus({ preventScroll: true })
  }, [generalProblem])

  const view =
    reason === 'paymentFailed'
      ? trackView('Failed Payments Wall Viewed', { slug })
      : trackView('Paywall Viewed', { slug, options: ways.map(({ kind }) => kind) })
  const props = { slug, choices, wall, unlock, problem: hasForm ? shownProblem : '' }
  return (
    <section className={styles.wall} aria-label="Continue reading" data-screen-only {...view}>
      <p className={styles.promise}>{getPromise(choices)}</p>
      <p ref={problem} className={styles.problem} role="alert" tabIndex={-1}>
        {generalProblem}
      </p>
      <div className={styles.options}>
        {ways.map((way, position) =>
          isMinor(way, position) ? null : (
            <MajorOption key={way.kind} way={way} isPrimary={position === 0} {...props} />
          ),
        )}
      </div>
      <ul className={styles.minor}>
        {ways.filter(isMinor).map((way) => (
          <li key={way.kind}>
            <MinorOption way={way} {...props} />
          </li>
        ))}
        {reason === 'signedOut' && (
          <li>
            Already subscribed? <a href={getLoginPath(`/${slug}`)}>Log in</a>
          </li>
        )}
      </ul>
    </section>
  )
}

type OptionProps = Props & { problem: string }

function MajorOption({
  way,
  isPrimary,
  ...props
}: OptionProps & { way: UnlockOption; isPrimary: boolean }) {
  const { slug, choices, wall, unlock } = props
  const className = isPrimary ? control.primary : control.button
  switch (way.kind) {
    case 'readFree': {
      const isPending = wall.pending === 'free'
      return (
        <div>
          <button
            type="button"
            className={className}
            aria-disabled={isPending}
            aria-describedby="free-stories"
            onClick={() => unlock({ way: 'free' })}
          >
            {isPending ? wallText.opening : wallText.readFree}
          </button>
          <p id="free-stories" className={styles.note}>
            {describeLeft(way)}
          </p>
        </div>
      )
    }
    case 'subscribe': {
      const label = choices.reason === 'ended' ? 'Restart' : 'Subscribe'
      return (
        <div>
          <a className={className} href={subscribePath} {...trackChoice(label)}>
            {label}
          </a>
          <Prices />
        </div>
      )
    }
    case 'register':
      return (
        <div>
          <a className={className} href={getSignUpPathFromWall(slug)}>
            Create a free account
          </a>
          <p className={styles.note}>{describeAccount(way)}</p>
        </div>
      )
    case 'confirmEmail':
      return (
        <div>
          <a className={className} href={`/magic?return=${encodeURIComponent(`/${slug}`)}`}>
            Confirm your address
          </a>
          <p className={styles.note}>We’ll email you a link. It also brings you back here.</p>
        </div>
      )
    case 'resume':
      return (
        <div>
          <a className={className} href="/settings">
            {wallText.account}
          </a>
          <p className={styles.note}>{wallText.resumeNote}</p>
        </div>
      )
    case 'fixPayment':
      return <FixPayment className={className} />
    case 'approve':
      return (
        <div>
          <a className={className} href="/settings/plan">
            Approve again
          </a>
          <p className={styles.note}>{wallText.approveNote}</p>
        </div>
      )
    case 'email':
    case 'referred':
      return (
        <AddressForm way={way} isPrimary={isPrimary} {...props}>
          {(open) => (
            <div>
              <button type="button" className={className} onClick={open}>
                {wallText.readForAddress}
              </button>
              <p className={styles.note}>{wallText.addressNote}</p>
            </div>
          )}
        </AddressForm>
      )
  }
}

/** A link to the account until the amount is known, or if the payment can't be retried. */
function FixPayment({ className }: { className: string | undefined }) {
  const { data: outlook } = useQuery($outlook)
  const amountDue = outlook?.amountDue
  const canRetry = !outlook || amountDue
  return (
    <div>
      <a className={className} href="/settings" {...(amountDue && { 'data-retry-payment': '' })}>
        {canRetry ? formatRetryButton(amountDue) : wallText.account}
      </a>
      <p className={styles.note}>{canRetry ? wallText.paymentFailedNote : wallText.accountNote}</p>
    </div>
  )
}

/** Its child is the button that opens it. */
function AddressForm({
  way: { kind },
  wall,
  isPrimary,
  problem,
  unlock,
  children,
}: OptionProps & {
  way: OptionOf<'email' | 'referred'>
  isPrimary: boolean
  children: (open: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) return children(() => setOpen(true))
  return (
    <UnlockForm
      way={kind}
      isPrimary={isPrimary}
      isPending={wall.pending === kind}
      problem={wall.problem?.way === kind ? problem : ''}
      unlock={unlock}
    />
  )
}

function MinorOption({ way, ...props }: OptionProps & { way: UnlockOption }) {
  if (way.kind === 'register')
    return <a href={getSignUpPathFromWall(props.slug)}>{describeRegister(way)}</a>
  if (way.kind !== 'email' && way.kind !== 'referred') return null
  return (
    <AddressForm way={way} isPrimary={false} {...props}>
      {(open) => (
        <button type="button" className={styles.link} onClick={open}>
          {way.kind === 'email' ? describeEmailWay : describeReferredWay(way.friendName)}
        </button>
      )}
    </AddressForm>
  )
}
