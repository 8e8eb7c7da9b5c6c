/** A guest's wall, once it's near the window. What shows the story loads after it was opened. */
import { hasStoryPass } from '../../browser/story-pass.ts'
import { getClosedPart } from './closed-part.ts'

const openStory = async (until: string | null) =>
  (await import('./reader-story.ts')).openStory(until)

export function startGuestWall() {
  if (!hasStoryPass()) getClosedPart(openStory).ask()
}
