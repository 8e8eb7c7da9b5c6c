/** Connects the closed part of a page's story with its wall, for readers who have an account or may open the story. */
import { $reader } from '../session/subscription-store.ts'
import { getClosedPart, type OpenStory } from './closed-part.ts'
import {
  $articleBody,
  expectAccess,
  followStory,
  showOpenedStory,
  startStoryBody,
  tryAgain,
} from './story-body.ts'

let isConnected = false

function connect() {
  if (isConnected) return
  isConnected = true
  // This call comes first, because a refusal ends the pass.
  followStory()
  const closedPart = getClosedPart(openStory)
  $reader.subscribe((reader) =>
    closedPart.showDetail(reader.signedIn === 'in' ? reader.subscription?.detail : undefined),
  )
  $articleBody.listen((body, previous) => {
    closedPart.showBody(body, tryAgain)
    // The text is requested again only once, because the wall may wrongly say that the story is open.
    if (body.state === 'closed' && previous?.state !== 'closed') askUnlessOpen()
  })
}

/** Requests the wall's options, unless the page expects the story to be open. */
function askUnlessOpen() {
  if (expectAccess() !== 'open') getClosedPart(openStory).ask()
}

export function startReaderStory() {
  if (isConnected) return
  connect()
  askUnlessOpen()
  startStoryBody()
}

export const openStory: OpenStory = async (until, takesFocus) => {
  connect()
  await showOpenedStory(until, takesFocus)
  return true
}
