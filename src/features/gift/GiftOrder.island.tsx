import { useEffect, useRef, useState } from 'react'
import { botCheckNotice, loadBotCheck } from '../../browser/bot-check.ts'
import { fetchCountry } from '../../browser/country.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import { getUser } from '../session/user-store.ts'
import Card from './Card.tsx'
import { DeliverySection, LengthSection, MessageSection, ReceiptSection } from './GiftSections.tsx'
import { readGiftDraft, storeGiftDraft } from './gift-draft.ts'
import {
  emptyGiftFields,
  type FieldProblems,
  findFirstProblem,
  type GiftFieldName,
  type GiftFields,
  parseGiftLength,
  parseGiftOrder,
  toGiftFields,
} from './gift-fields.ts'
import styles from './gift-order.module.css'
import { startGiftPayment } from './gift-payment.ts'
import { formatGiftPrice } from './gift-text.ts'
import PriceByClass from './PriceByClass.tsx'

type Props = { readonly publication: string; readonly timeZone: string }

/** Reads the fields that a buyer filled in before the script ran. */
function readTyped(form: HTMLFormElement): Partial<GiftFields> {
  const entries = Object.entries(toGiftFields(Object.fromEntries(new FormData(form))))
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== emptyGiftFields[name as GiftFieldName]),
  )
}

/** Fields that aren't rendered yet are filled once they are, because their default is the stored value. */
function fillForm(form: HTMLFormElement, fields: GiftFields) {
  for (const [name, value] of Object.entries(fields)) {
    const control = form.elements.namedItem(name)
    if (control && 'value' in control) control.value = value
  }
}

/** Returns whether PayPal has sent the buyer back without a payment; true only once. */
function consumeCancellation(): boolean {
  const url = new URL(location.href)
  if (!url.searchParams.has('token')) return false
  history.replaceState(null, '', url.pathname)
  return true
}

export default function GiftOrder({ publication, timeZone }: Props) {
  const formArea = useRef<HTMLDivElement>(null)
  const hasToFocus = useRef(false)
  const [fields, setFields] = useState<GiftFields>(emptyGiftFields)
  const [problems, setProblems] = useState<FieldProblems | null>(null)
  const [isCancelled, setIsCancelled] = useState(false)
  const [accountEmail, setAccountEmail] = useState('')

  const getForm = () => formArea.current!.querySelector('form')!

  /** Hidden fields, such as the address of a gift that is given in person, keep their values. */
  function acceptInput(form: HTMLFormElement) {
    const typed = { ...fields, ...Object.fromEntries(new FormData(form)) }
    update(toGiftFields(typed))
  }
  function update(next: GiftFields) {
    setFields(next)
    storeGiftDraft(next)
    // Once the buyer has tried to pay, problems disappear as they are fixed.
    if (problems) {
      const parsed = parseGiftOrder(next, new Date(), timeZone)
      setProblems(parsed.ok ? {} : parsed.failure)
    }
  }

  useEffect(() => {
    const form = getForm()
    const chosen = new URLSearchParams(location.search).get('length')
    const initial = {
      ...(readGiftDraft() ?? emptyGiftFields),
      ...(chosen && { length: String(parseGiftLength(chosen)) }),
      ...readTyped(form),
    }
    fillForm(form, initial)
    setFields(initial)
    setIsCancelled(consumeCancellation())
    if (!document.documentElement.dataset.prices) fetchCountry()
    if (!isSignedInShown()) return void loadBotCheck()
    void getUser().then((result) => {
      const user = result.ok ? result.value : null
      if (!user) return
      const current = { ...initial, ...Object.fromEntries(new FormData(form)) }
      const known = {
        ...current,
        senderName: current.senderName || user.first_name,
        buyerEmail: user.email || current.buyerEmail,
      }
      setAccountEmail(user.email)
      fillForm(form, toGiftFields(known))
      setFields(toGiftFields(known))
    })
  }, [])

  async function pay(form: HTMLFormElement): Promise<string> {
    setIsCancelled(false)
    const parsed = parseGiftOrder(
      toGiftFields({ ...fields, ...Object.fromEntries(new FormData(form)) }),
      new Date(),
      timeZone,
    )
    setProblems(parsed.ok ? {} : parsed.failure)
    if (parsed.ok) return startGiftPayment(parsed.value)
    hasToFocus.current = true
    return ''
  }

  // The field gets the focus after its problem is shown, so that both are read out.
  useEffect(() => {
    const first = problems && findFirstProblem(problems)
    if (!first || !hasToFocus.current) return
    hasToFocus.current = false
    getForm().querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }, [problems])

  const length = parseGiftLength(fields.length)
  const section = { fields, problems: problems ?? {}, timeZone }
  return (
    <div ref={formArea}>
      <p className={styles.cancelled} role="status">
        {isCancelled &&
          'You left PayPal without paying, so you haven’t been charged. Your gift is still here.'}
      </p>
      <ActionForm<GiftFieldName>
        name="gift"
        className={styles.form}
        isSelfValidated
        action={(_, form) => pay(form)}
        onInput={acceptInput}
        button="Continue with PayPal"
        pendingButton="Opening PayPal…"
      >
        <div className={styles.fields}>
          <LengthSection {...section} />
          <DeliverySection {...section} />
          <MessageSection {...section} />
          <ReceiptSection {...section} isOfAccount={accountEmail !== ''} />
        </div>
        <section className={styles.preview} aria-label="Preview of the card">
          <h2>Preview</h2>
          <Card
            publication={publication}
            text={{
              length,
              recipientName: fields.delivery === 'email' ? fields.recipientName.trim() : null,
              senderName: fields.senderName.trim(),
              message: fields.message.trim(),
            }}
            placeholder={{
              name: 'their name',
              message: 'Your message appears here.',
              sender: 'your name',
            }}
          />
        </section>
        <div className={styles.total}>
          <p>
            <span>Total</span>{' '}
            <strong>
              <PriceByClass text={(priceClass) => formatGiftPrice(length, priceClass)} />
            </strong>
          </p>
          <p className={styles.quiet}>
            {`${formatMonthsTitle(length)}, paid once through PayPal. The gift doesn’t renew, and we never see your card details.`}
          </p>
          {botCheckNotice && (
            <p className={styles.quiet} data-for="guest">
              {botCheckNotice}
            </p>
          )}
        </div>
      </ActionForm>
    </div>
  )
}
