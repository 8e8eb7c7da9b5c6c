import { useEffect, useState } from 'react'
import { readTabItem, removeTabItem, storeTabItem } from '../../browser/session-storage.ts'
import type { AccountDetails } from '../../contracts/endpoints/checkout-endpoints.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import EmailField from '../../ui/EmailField.tsx'
import NameFields from '../../ui/NameFields.tsx'
import styles from '../../ui/step-form.module.css'
import type { FinishState } from './finish-store.ts'

type Props = {
  readonly finish: Extract<FinishState, { phase: 'name' }>
  readonly onAccountNamed: (account: AccountDetails) => Promise<void>
  readonly loginUrl: string
}

const draftKey = 'checkout-name'

const readDraft = () => readTabItem(draftKey) as Partial<AccountDetails> | undefined

export default function NameStep({ finish, onAccountNamed, loginUrl }: Props) {
  const { payer, isTrial, problem, accountExists } = finish
  const [initialValues] = useState(() => ({ ...payer, ...readDraft() }))

  // A reload keeps the draft; the next step doesn't need it.
  useEffect(() => () => removeTabItem(draftKey), [])

  return (
    <>
      <p>
        <span>{isTrial ? 'Your free trial has started.' : 'Your payment is confirmed.'}</span> Tell
        us who you are so you can read on any device.
      </p>
      <ActionForm<keyof AccountDetails>
        name="name-step"
        className={styles.form}
        action={async ({ first_name, last_name, email }) => {
          const account = { first_name: first_name.trim(), last_name: last_name.trim(), email }
          await onAccountNamed(account)
          return ''
        }}
        onInput={(form) => storeTabItem(draftKey, Object.fromEntries(new FormData(form)))}
        problem={
          problem && (
            <span>
              <span>{`${problem} `}</span>
              {accountExists && <a href={loginUrl}>Log in to your account</a>}
            </span>
          )
        }
        button="Finish"
        pendingButton="Finishing…"
      >
        <div className={styles.names}>
          <NameFields values={initialValues} isFirstRequired />
        </div>
        <EmailField
          hint="You’ll log in with this address. We’ll send one email to confirm it’s yours."
          autoComplete="email"
          defaultValue={initialValues.email}
        />
      </ActionForm>
      <p className={styles.quiet}>
        Already have an account? <a href={loginUrl}>Log in</a> and we’ll add the subscription to it.
      </p>
    </>
  )
}
