import { type MouseEvent, useState } from 'react'
import { callForText } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './account.module.css'

/** Puts a text into the reader's downloads. */
function saveFile(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not before the browser has taken it up.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The reader's copy of everything that is held about them. Also a plain link, for who wants one. */
export default function DownloadData() {
  const [state, setState] = useState<'idle' | 'gathering' | 'done'>('idle')
  const [problem, setProblem] = useState('')

  async function download(event: MouseEvent) {
    event.preventDefault()
    if (state === 'gathering') return
    setState('gathering')
    setProblem('')
    const copy = await callForText(endpoints.accountData)
    setState(copy.ok ? 'done' : 'idle')
    if (copy.ok) saveFile(copy.value, `my-data-${new Date().toISOString().slice(0, 10)}.json`)
    else setProblem(copy.failure.message)
  }

  return (
    <>
      <p className={styles.buttons}>
        <a className={control.button} href={endpoints.accountData} download onClick={download}>
          {state === 'gathering' ? 'Gathering it' : 'Download my data'}
        </a>
      </p>
      <p className={styles.quiet} role="status">
        {state === 'done'
          ? 'Your copy is with your downloads.'
          : 'Everything that we hold about you, in one file (JSON).'}
      </p>
      {problem && (
        <p className={field.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
