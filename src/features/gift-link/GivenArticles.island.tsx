import { useRef, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { useQuery } from '../../browser/use-query.ts'
import { useTask } from '../../browser/use-task.ts'
import type { GivenArticleItem } from '../../contracts/endpoints/gift-link-endpoints.ts'
import { getGiftLinkPath } from '../../domain/gift-link/gift-link-code.ts'
import { layOutText } from '../../domain/text-language.ts'
import control from '../../ui/button.module.css'
import Problem from '../../ui/Problem.tsx'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'
import { describeGivenArticle, describeLeft } from './gift-link-text.ts'
import styles from './gift-links.module.css'
import { $givenArticles, revokeGiftLink } from './gift-links-store.ts'

/** Lists the articles that the reader has recently given, on the account page. */
export default function GivenArticles({ timeZone }: { timeZone: string }) {
  const { data, errorMessage } = useQuery($givenArticles)
  return (
    <section
      className={styles.list}
      aria-labelledby="given-stories"
      aria-busy={!data && !errorMessage}
    >
      <h2 id="given-stories">Stories</h2>
      <p className={styles.left}>{data ? describeLeft(data.left) : errorMessage ? '' : '…'}</p>
      <Problem>{errorMessage}</Problem>
      {data?.given.length === 0 && (
        <p>
          You haven’t given a story recently. With a subscription, you can choose “Give” on any
          subscriber story.
        </p>
      )}
      <ul className="plain-list">
        {data?.given.map((item) => (
          <li key={item.code}>
            <GivenStory item={item} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function GivenStory({ item, timeZone }: { item: GivenArticleItem; timeZone: string }) {
  const [status, setStatus] = useState('')
  const revoking = useTask()
  const statusRef = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()

  async function copy() {
    const isCopied = await copyText(location.origin + getGiftLinkPath(item.code))
    setStatus(
      isCopied
        ? linkCopied
        : `${copyingBlocked} Allow it in your browser’s settings, then try again.`,
    )
  }
  async function revoke() {
    const problem = await revokeGiftLink(item.code)
    if (problem) return problem
    moveFocus(() => statusRef.current)
    setStatus('Link turned off. Nobody new can open it.')
    return ''
  }

  const title = `given-${item.code}`
  return (
    <article className={styles.story} aria-labelledby={title}>
      <h3 id={title} {...layOutText(item.title).attributes}>
        <a href={`/${item.slug}`}>{item.title}</a>
      </h3>
      <p className={styles.quiet}>{describeGivenArticle(item, timeZone)}</p>
      {item.state === 'working' && (
        <p className={styles.actions}>
          <button type="button" className={control.button} aria-describedby={title} onClick={copy}>
            Copy link
          </button>
          <button
            type="button"
            className={control.button}
            aria-describedby={title}
            disabled={revoking.isPending}
            onClick={() => revoking.run(revoke)}
          >
            {revoking.isPending ? 'Turning off…' : 'Turn off link'}
          </button>
        </p>
      )}
      <p ref={statusRef} tabIndex={-1} className={styles.quiet} role="status">
        {status}
      </p>
      <Problem>{revoking.problem}</Problem>
    </article>
  )
}
