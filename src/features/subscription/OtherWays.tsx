import type { ReactNode } from 'react'
import type { ReaderStep } from '../../domain/subscription-steps.ts'
import styles from './leaving.module.css'
import { type LeavingScreen, leavingPages } from './leaving-pages.ts'

/** Where the page has no button of its own to stay, this has. */
const withoutStay: readonly LeavingScreen[] = ['cancellation_stories', 'cancellation_technical']

/** What else can be had, in a sentence: never more than there is, and staying as plain as the rest. */
export default function OtherWays({
  screen,
  may,
}: {
  screen: LeavingScreen
  may: readonly ReaderStep[]
}) {
  // On the first page the reasons lead to all of it.
  if (screen === 'cancellation_choice') return null
  const { offer_confirmation: offer, pause_confirmation: pause } = leavingPages
  const hasOffer = may.includes('takeOffer') && screen !== 'offer_confirmation'
  const hasPause = may.includes('pause') && screen !== 'pause_confirmation'
  const ways: ReactNode[] = [
    ...(hasOffer ? [<a href={offer.path}>take a free month</a>] : []),
    ...(hasPause ? [<a href={pause.path}>pause for a while</a>] : []),
    ...(withoutStay.includes(screen) ? [<a href="/settings">leave everything as it is</a>] : []),
  ]
  if (ways.length === 0) return null
  return (
    <p className={styles.others}>
      You can also{' '}
      {ways.map((way, place) => (
        <span key={place}>
          {place > 0 && (place === ways.length - 1 ? ' or ' : ', ')}
          {way}
        </span>
      ))}
      .
    </p>
  )
}
