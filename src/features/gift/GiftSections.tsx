import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { getDeliveryDays } from '../../domain/gift/delivery-day.ts'
import { giftLengths } from '../../domain/gift/gift-length.ts'
import {
  countCharacters,
  maxMessageLength,
  normalizeMessage,
} from '../../domain/gift/gift-message.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import { describeDelivery } from './describe-delivery.ts'
import GiftField from './GiftField.tsx'
import {
  type FieldProblems,
  formatCharacters,
  type GiftFieldName,
  type GiftFields,
  isOwnAddress,
} from './gift-fields.ts'
import styles from './gift-order.module.css'
import { formatGiftPrice } from './gift-text.ts'
import PriceByClass from './PriceByClass.tsx'

type SectionProps = {
  readonly fields: GiftFields
  readonly problems: FieldProblems
  readonly timeZone: string
}

export function LengthSection({ fields }: SectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend>How long</legend>
      <div className={styles.lengths}>
        {giftLengths.map((length) => (
          <label key={length} data-checked={fields.length === String(length)}>
            <input type="radio" name="length" value={length} defaultChecked={length === 12} />
            <span>{formatMonthsTitle(length)}</span>{' '}
            <strong>
              <PriceByClass text={(priceClass) => formatGiftPrice(length, priceClass)} />
            </strong>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type InputProps = Pick<SectionProps, 'fields' | 'problems'> &
  Omit<ComponentProps<'input'>, 'name'> & {
    readonly name: GiftFieldName
    readonly label: string
    readonly hint?: ReactNode
  }

function LabelledInput({ fields, problems, name, label, hint, ...input }: InputProps) {
  return (
    <GiftField id={`gift-${name}`} label={label} hint={hint} problem={problems[name]}>
      {(control) => <input {...control} name={name} defaultValue={fields[name]} {...input} />}
    </GiftField>
  )
}

type ChoiceProps = {
  readonly name: 'delivery' | 'when'
  readonly value: string
  readonly checked: string
  readonly text: string
}

/** A radio button. The first one of a group is the default (`emptyGiftFields`). */
function Choice({ name, value, checked, text }: ChoiceProps) {
  return (
    <label data-checked={checked === value}>
      <input type="radio" name={name} value={value} defaultChecked={checked === value} />{' '}
      <span>{text}</span>
    </label>
  )
}

export function DeliverySection({ fields, problems, timeZone }: SectionProps) {
  const { delivery } = fields
  return (
    <fieldset className={styles.section}>
      <legend>Who it’s for</legend>
      <div className={styles.choices}>
        <Choice name="delivery" value="email" checked={delivery} text="Email it to them" />
        <Choice name="delivery" value="self" checked={delivery} text="I’ll give it myself" />
      </div>
      {delivery === 'self' ? (
        <p className={styles.quiet}>
          Once you’ve paid, you’ll get a link and a code to pass on, and a card to print.
        </p>
      ) : (
        <>
          <div className={styles.pair}>
            <LabelledInput
              {...{ fields, problems }}
              name="recipientName"
              label="Their name"
              type="text"
              autoComplete="off"
            />
            <LabelledInput
              {...{ fields, problems }}
              name="recipientEmail"
              label="Their email"
              type="email"
              autoComplete="off"
            />
          </div>
          <p className={styles.warning} role="status">
            {isOwnAddress(fields) &&
              'That’s your own address, so the card will come to you. To pass it on in person, choose “I’ll give it myself”.'}
          </p>
          <WhenToSend {...{ fields, problems, timeZone }} />
        </>
      )}
    </fieldset>
  )
}

function WhenToSend({ fields, problems, timeZone }: SectionProps) {
  const [days, setDays] = useState<ReturnType<typeof getDeliveryDays> | null>(null)

  // The day of the build may differ from the buyer's.
  useEffect(() => setDays(getDeliveryDays(new Date(), timeZone)), [timeZone])

  return (
    <>
      <div className={styles.choices} role="radiogroup" aria-label="When to send it">
        <Choice name="when" value="now" checked={fields.when} text="Send it today" />
        <Choice name="when" value="day" checked={fields.when} text="Choose a day" />
      </div>
      {fields.when === 'day' && (
        <LabelledInput
          {...{ fields, problems }}
          name="day"
          label="Delivery date"
          hint={describeDelivery(fields.day, new Date(), timeZone)}
          type="date"
          min={days?.first}
          max={days?.last}
        />
      )}
    </>
  )
}

/** Screen readers are informed once this many characters are left. */
const announcedFrom = 50

/** Returns a text that changes only at every tenth character, so that typing isn't interrupted at each letter. */
function announceLeft(left: number): string {
  if (left > announcedFrom) return ''
  return left >= 0
    ? `${formatCharacters(Math.ceil(left / 10) * 10)} left`
    : `${formatCharacters(-left)} too many`
}

export function MessageSection({ fields, problems }: SectionProps) {
  const left = maxMessageLength - countCharacters(normalizeMessage(fields.message))
  return (
    <fieldset className={styles.section}>
      <legend>Your message</legend>
      <GiftField
        id="gift-message"
        label="Message"
        hint={`Optional. ${formatCharacters(maxMessageLength)} at most.`}
        problem={problems.message}
      >
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={6}
            dir="auto"
            autoComplete="off"
            defaultValue={fields.message}
          />
        )}
      </GiftField>
      {/* If the field has a problem, the problem says the same. */}
      {!problems.message && (
        <p className={styles.left} data-over={left < 0} aria-hidden="true">
          {left >= 0 ? `${formatCharacters(left)} left` : `${formatCharacters(-left)} too many`}
        </p>
      )}
      <p className="unseen" role="status">
        {announceLeft(left)}
      </p>
      <LabelledInput
        {...{ fields, problems }}
        name="senderName"
        label="Your name"
        hint="This name will be on the gift card."
        type="text"
        autoComplete="name"
      />
    </fieldset>
  )
}

/** If `isOfAccount`, the receipt is sent to the address of the buyer's account, whatever is typed. */
export function ReceiptSection({
  fields,
  problems,
  isOfAccount,
}: SectionProps & { readonly isOfAccount: boolean }) {
  return (
    <fieldset className={styles.section}>
      <legend>Your receipt</legend>
      <LabelledInput
        {...{ fields, problems }}
        name="buyerEmail"
        label="Your email"
        hint={`We’ll email your receipt, with a link to follow your gift. Your address won’t be on the card.${isOfAccount ? ' You can change your address in your account.' : ''}`}
        type="email"
        autoComplete="email"
        readOnly={isOfAccount}
      />
    </fieldset>
  )
}
