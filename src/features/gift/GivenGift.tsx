import { useRef, useState } from 'react'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { useTask } from '../../browser/use-task.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { currency } from '../../publication/offer.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import control from '../../ui/button.module.css'
import Problem from '../../ui/Problem.tsx'
import TextWithPrices from '../../ui/TextWithPrices.tsx'
import GiftField from './GiftField.tsx'
import GiftPass from './GiftPass.tsx'
import { parseRecipient } from './gift-fields.ts'
import { describeGift, describeOtherGift, getGiftName } from './gift-text.ts'
import styles from './given-gifts.module.css'
import { correctRecipient, sendCardAgain } from './given-gifts.ts'

const isRedeemable = ({ state }: BoughtGift) =>
  state === 'paid' || state === 'scheduled' || state === 'sent'

type Props = {
  readonly gift: BoughtGift
  readonly timeZone: string
  readonly onChange: (gift: BoughtGift) => void
}

export default function GivenGift({ gift, timeZone, onChange }: Props) {
  const title = `gift-${gift.id}`
  const [isCorrecting, setIsCorrecting] = useState(false)
  const [doneMessage, setDoneMessage] = useState('')
  const resending = useTask()
  const article = useRef<HTMLElement>(null)
  const correctButton = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()

  async function resend(): Promise<string> {
    setDoneMessage('')
    const result = await sendCardAgain(gift.id)
    if (!result.ok) {
      return result.failure.code === 'not_possible'
        ? 'We can’t send the card again now. Reload the page to see what has changed.'
        : result.failure.message
    }
    moveFocus(() => status.current)
    onChange(result.value)
    setDoneMessage('We’re sending the card again. It should arrive within a few minutes.')
    return ''
  }

  function openCorrection() {
    moveFocus(() => article.current?.querySelector('input'))
    setDoneMessage('')
    setIsCorrecting(true)
  }

  function closeCorrection() {
    moveFocus(() => correctButton.current)
    setIsCorrecting(false)
  }

  function acceptCorrection(corrected: BoughtGift) {
    moveFocus(() => status.current)
    onChange(corrected)
    setIsCorrecting(false)
    setDoneMessage('Saved.')
  }

  if (gift.code === '') return <OtherGift gift={gift} title={title} />
  return (
    <article ref={article} className={styles.gift} aria-labelledby={title} data-state={gift.state}>
      <h3 id={title}>{getGiftName(gift)}</h3>
      <p className={styles.status}>{describeGift(gift, new Date(), timeZone)}</p>
      {gift.paidAt && (
        <p className={styles.quiet}>
          <TextWithPrices
            text={`${formatMoney({ minorUnits: gift.price, currency })} on ${formatDay(new Date(gift.paidAt))}.`}
          />{' '}
          <a href={`/gifts/receipt#${gift.id}`}>Receipt</a>
        </p>
      )}
      {isCorrecting ? (
        <CorrectRecipient gift={gift} onCorrected={acceptCorrection} onCancel={closeCorrection} />
      ) : (
        <p className={styles.actions}>
          {gift.canCorrectRecipient && (
            <button
              ref={correctButton}
              type="button"
              className={control.button}
              onClick={openCorrection}
            >
              Correct the address
            </button>
          )}
          {gift.canResend && (
            <button
              type="button"
              className={control.button}
              disabled={resending.isPending}
              onClick={() => resending.run(resend)}
            >
              {resending.isPending ? 'Sending…' : 'Send the card again'}
            </button>
          )}
        </p>
      )}
      <p ref={status} tabIndex={-1} className={styles.done} role="status">
        {doneMessage}
      </p>
      <Problem>{resending.problem}</Problem>
      {isRedeemable(gift) && <GiftPass gift={gift} />}
    </article>
  )
}

function OtherGift({ gift, title }: { gift: BoughtGift; title: string }) {
  return (
    <article className={styles.gift} aria-labelledby={title}>
      <h3 id={title}>{getGiftName(gift)}</h3>
      <p className={styles.quiet}>
        <TextWithPrices text={describeOtherGift(gift)} /> To see this gift, open the link in its
        receipt.
      </p>
    </article>
  )
}

const recipientFields = [
  ['name', 'Their name', 'text'],
  ['email', 'Their email', 'email'],
] as const

function CorrectRecipient({
  gift,
  onCorrected,
  onCancel,
}: {
  gift: BoughtGift
  onCorrected: (gift: BoughtGift) => void
  onCancel: () => void
}) {
  const [problems, setProblems] = useState<{
    name?: string | undefined
    email?: string | undefined
  }>({})
  return (
    <div className={styles.correct}>
      <ActionForm<'name' | 'email'>
        name={`correct-${gift.id}`}
        className={styles.fields}
        isSelfValidated
        isMinor
        button="Save"
        pendingButton="Saving…"
        action={async (fields, form) => {
          const parsed = parseRecipient(fields)
          setProblems(parsed.ok ? {} : parsed.failure)
          if (!parsed.ok) {
            form
              .querySelector<HTMLElement>(`[name="${parsed.failure.name ? 'name' : 'email'}"]`)
              ?.focus()
            return ''
          }
          const result = await correctRecipient(gift.id, parsed.value)
          if (result.ok) {
            onCorrected(result.value)
            return ''
          }
          return result.failure.code === 'not_possible'
            ? 'The address can’t be changed any more. Reload the page to see what has changed.'
            : result.failure.message
        }}
      >
        {recipientFields.map(([name, label, type]) => (
          <GiftField key={name} id={`${name}-${gift.id}`} label={label} problem={problems[name]}>
            {(input) => (
              <input
                {...input}
                type={type}
                name={name}
                autoComplete="off"
                defaultValue={gift.recipient?.[name]}
              />
            )}
          </GiftField>
        ))}
      </ActionForm>
      <button type="button" className={control.button} onClick={onCancel}>
        Keep the address
      </button>
    </div>
  )
}
