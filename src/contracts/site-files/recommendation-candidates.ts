/**
 * Candidates for recommendations, newest first. The browser chooses, so the server doesn't receive a reader's
 * preferences.
 */
import type { RecommendationCandidate } from '../../domain/recommendation.ts'
import type { LanguageAttributes } from '../../domain/text-language.ts'

export const recommendationCandidatesPath = '/recommendation-candidates.json'

export type CandidateStory = RecommendationCandidate & {
  readonly title: string
  /** The title's attributes, only if its language or direction differs from the page's. */
  readonly titleAttributes?: LanguageAttributes | undefined
  /** The authors' names, in the same order as `authors`. */
  readonly authorNames: readonly string[]
  /** The image's id. */
  readonly image: string
}

export const authorNamesPath = '/author-names.json'
export type AuthorNames = Readonly<Record<string, string>>
