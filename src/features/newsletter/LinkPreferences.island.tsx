import { useEffect, useRef, useState } from 'react'
import { type ApiFailure, call } from '../../browser/api.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { useTask } from '../../browser/use-task.ts'
import { rememberSignUp } from '../../browser/weekly-sign-up.ts'
import type {
  LinkChange,
  LinkPreferences as Preferences,
} from '../../contracts/endpoints/newsletter-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { newsletter } from '../../publication/newsletter.ts'
import control from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import LoadFailure from '../../ui/LoadFailure.tsx'
import styles from '../../ui/step-form.module.css'

/** `/newsletter/preferences/{key}`; there is no address at build time. */
const readKey = () => location.pathname.split('/')[3] ?? ''

const { name } = newsletter

const statusTexts = {
  on: 'You get every issue.',
  off: `You don’t get ${name}.`,
  requested: `Open the link in our confirmation email, and you’ll get ${name}.`,
  bouncing: 'Our emails to this address were returned, so we’ve stopped sending them.',
} as const satisfies Record<Preferences['state'], string>

const describe = ({ state, pausedUntil }: Preferences) =>
  pausedUntil
    ? `${name} is paused until ${formatDay(new Date(pausedUntil))} and will resume automatically.`
    : statusTexts[state]

/** Lists the changes in the order of their buttons, the likeliest first. */
function listChanges({ state, pausedUntil }: Preferences): readonly [LinkChange, string][] {
  switch (state) {
    case 'on':
      return [
        pausedUntil ? ['resume', `Resume ${name}`] : ['pause', 'Pause for a month'],
        ['turnOff', 'Unsubscribe'],
      ]
    case 'off':
      return [['turnOn', 'Sign up again']]
    case 'requested':
      return [
        ['turnOn', 'Send the email again'],
        ['turnOff', 'Cancel sign-up'],
      ]
    case 'bouncing':
      return [
        ['turnOn', 'Send a test email'],
        ['turnOff', 'Unsubscribe'],
      ]
  }
}

export default function LinkPreferences() {
  const [preferences, setPreferences] = useState<Preferences | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const task = useTask()
  const status = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()

  useEffect(() => void load(), [])

  function accept(newPreferences: Preferences) {
    setPreferences(newPreferences)
    rememberSignUp(newPreferences.state === 'on' || newPreferences.state === 'requested')
  }

  async function load() {
    const answer = await call('GET /api/newsletter/:key', { key: readKey() })
    if (!answer.ok) return setFailure(answer.failure)
    setFailure(null)
    accept(answer.value)
  }

  function retry() {
    moveFocus(() => status.current)
    return load()
  }

  async function change(change: LinkChange) {
    const answer = await call('PATCH /api/newsletter/:key', { key: readKey(), change })
    if (!answer.ok) return answer.failure.message
    accept(answer.value)
    status.current?.focus()
    return ''
  }

  return (
    <div className={styles.content}>
      <p ref={status} tabIndex={-1} role="status">
        {preferences && describe(preferences)}
      </p>
      <p className={`${field.error} ${styles.problem}`} role="alert">
        {failure?.code === 'not_found' ? failure.message : task.problem}
      </p>
      {failure && failure.code !== 'not_found' && (
        <LoadFailure message={failure.message} onRetry={retry} />
      )}
      {preferences && (
        <div className={styles.actions}>
          {listChanges(preferences).map(([kind, label], place) => (
            <button
              key={kind}
              type="button"
              className={place === 0 ? control.primary : control.button}
              disabled={task.isPending}
              onClick={() => task.run(() => change(kind))}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
