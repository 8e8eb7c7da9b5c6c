import { useState } from 'react'
import { callForText } from '../../browser/api.ts'
import { useTask } from '../../browser/use-task.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import control from '../../ui/button.module.css'
import Problem from '../../ui/Problem.tsx'
import styles from './settings.module.css'

function saveFile(text: string, name: string) {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = objectUrl
  link.download = name
  link.click()
  // Some browsers read the address late, so it isn't revoked immediately.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000)
}

/** Without its script, the button is a plain link. */
export default function DownloadData() {
  const { isPending, problem, run } = useTask()
  const [isDone, setIsDone] = useState(false)

  async function download() {
    const result = await callForText('GET /api/account/data')
    setIsDone(result.ok)
    if (!result.ok) return result.failure.message
    saveFile(result.value, `my-data-${new Date().toISOString().slice(0, 10)}.json`)
    return ''
  }

  return (
    <>
      <p className={styles.buttons}>
        <a
          className={control.button}
          href={getEndpointPath('GET /api/account/data')}
          download
          onClick={(event) => {
            event.preventDefault()
            if (!isPending) run(download)
          }}
        >
          {isPending ? 'Preparing…' : 'Download my data'}
        </a>
      </p>
      <p className={styles.quiet} role="status">
        {isDone && !isPending
          ? 'Your copy is ready. Look for it in your downloads.'
          : 'A copy of what we hold about you, in one JSON file.'}
      </p>
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
