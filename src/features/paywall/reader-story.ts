/** Connects the closed part of a page's story with its wall, for readers who have an account or may open the story. */
import { $reader } from '../session/subscription-store.ts'
import { getClosedPart } from './closed-part.ts'
import {
  $articleBody,
  expectAccess,
  showOpenedStory,
  startStoryBody,
  tryAgain,
} from './story-body.ts'

let isStarted = false

export function startReaderStory() {
  if (isStarted) return
  isStarted = true
  const closedPart = getClosedPart(openStory)
  $reader.subscribe((reader) =>
    closedPart.showDetail(reader.signedIn === 'in' ? reader.subscription?.detail : undefined),
  )
  $articleBody.subscribe((body) => {
    closedPart.showBody(body, tryAgain)
    // The page may not know yet that the story is open.
    const isClosed = body.state === 'unknown' || body.state === 'closed'
    if (isClosed && expectAccess() !== 'open') closedPart.ask()
  })
  startStoryBody()
}

/** After an unlock. `until` is null for entitled readers. */
export async function openStory(until: string | null) {
  startReaderStory()
  await showOpenedStory(until)
}
