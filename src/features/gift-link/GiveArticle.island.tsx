import { memo, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { useQuery } from '../../browser/use-query.ts'
import { useTask } from '../../browser/use-task.ts'
import type { GivenArticlesResponse } from '../../contracts/endpoints/gift-link-endpoints.ts'
import { getGiftLinkPath } from '../../domain/gift-link/gift-link-code.ts'
import control from '../../ui/button.module.css'
import Problem from '../../ui/Problem.tsx'
import ShareWays from '../../ui/ShareWays.tsx'
import { describeEnd, describeLeft, findLink, giftLinkPromise } from './gift-link-text.ts'
import styles from './gift-links.module.css'
import { $givenArticles, createGiftLink } from './gift-links-store.ts'

type Props = { slug: string; title: string; timeZone: string }

/** Shows how many gifts are left this month, and then this story's link. */
function GiveArticle(props: Props) {
  const { data, errorMessage } = useQuery($givenArticles)
  return (
    <div className={styles.give} aria-busy={!data && !errorMessage}>
      {data ? <Giving {...props} givenArticles={data} /> : <p>{errorMessage ? '' : '…'}</p>}
      <Problem>{errorMessage}</Problem>
    </div>
  )
}

function Giving({
  slug,
  title,
  timeZone,
  givenArticles,
}: Props & { givenArticles: GivenArticlesResponse }) {
  const creating = useTask()
  const [isNew, setIsNew] = useState(false)
  const link = findLink(givenArticles, slug)
  const left = <p className={styles.left}>{describeLeft(givenArticles.left)}</p>

  async function create() {
    setIsNew(true)
    return createGiftLink(slug)
  }

  if (link?.state === 'working') {
    return (
      <>
        <LinkDescription isNew={isNew}>{describeEnd(link, timeZone)}</LinkDescription>
        <ShareWays
          address={location.origin + getGiftLinkPath(link.code)}
          text={title}
          title={title}
          onShared={(channel) => track('Article Shared', { slug, channel, isGift: true })}
        />
        {left}
      </>
    )
  }
  const canCreate = givenArticles.left > 0 || link !== undefined
  return (
    <>
      <p>{canCreate ? giftLinkPromise : 'You can give more stories next month.'}</p>
      {canCreate && (
        <button
          type="button"
          className={control.primary}
          disabled={creating.isPending}
          onClick={() => creating.run(create)}
        >
          {creating.isPending ? 'Creating gift link…' : 'Create gift link'}
        </button>
      )}
      <Problem>{creating.problem}</Problem>
      {left}
    </>
  )
}

/** A description that receives the focus of the button that it replaces. */
function LinkDescription({ isNew, children }: { isNew: boolean; children: string }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isNew) element.current?.focus()
  }, [isNew])
  return (
    <p ref={element} tabIndex={-1}>
      {children}
    </p>
  )
}

/** Every story has this island, and Astro renders plain functions twice (features/newsletter/NewsletterForm.island.tsx). */
export default memo(GiveArticle)
