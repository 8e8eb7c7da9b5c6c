/** A picture in the desk's library, stored as `pictures/{id}`. Its file is in the bucket. */
import { z } from 'zod'
import { focalPointPattern } from './focal-point.ts'

/** Documents and drafts that a record names as uses. */
export const maxPictureUses = 1000

/** Uses that one call reads or changes: a commit of more than 500 writes is slow. */
export const pictureUsesPage = 50

export const pictureTextSchema = {
  alt: z.string().max(500),
  credit: z.string().max(200),
  licence: z.string().max(200),
}
export const focusSchema = z.string().regex(focalPointPattern).nullable()

export const pictureSchema = z.object({
  ...pictureTextSchema,
  /** The file's name; empty for a picture that was found in a document. */
  name: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  focus: focusSchema,
  /** The uploader's uid; null for a picture that was found in a document. */
  owner: z.string().nullable(),
  storedAt: z.date(),
  /** Paths of documents that show the picture, or have shown it. */
  uses: z.array(z.string()),
  hasMoreUses: z.boolean(),
  /** Whether the description is missing, for the database's index. */
  needsAlt: z.boolean(),
  /** Beginnings of the words in the picture's texts, for searches. */
  words: z.array(z.string()),
})
export type Picture = z.infer<typeof pictureSchema>

/** In letters. Shorter beginnings of words aren't indexed; longer search words are shortened. */
const [minBeginning, maxBeginning] = [2, 12]
const maxWords = 60

const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

type Texts = Pick<Picture, 'alt' | 'credit' | 'name'>

const listWords = ({ alt, credit, name }: Texts) => [
  ...new Set(splitWords([alt, credit, name].join(' '))),
]

/** Adds the fields that follow from the others. */
export const completePicture = (picture: Omit<Picture, 'needsAlt' | 'words'>): Picture => ({
  ...picture,
  needsAlt: picture.alt === '',
  words: [
    ...new Set(
      listWords(picture)
        .slice(0, maxWords)
        .flatMap((word) => {
          const letters = [...word].slice(0, maxBeginning)
          return letters.flatMap((_, index) =>
            index + 1 >= Math.min(minBeginning, letters.length)
              ? [letters.slice(0, index + 1).join('')]
              : [],
          )
        }),
    ),
  ],
})

/** Returns the longest word, for the database's search; null if there is none. */
export function chooseSearchWord(search: string): string | null {
  const [longest] = splitWords(search).toSorted((one, other) => other.length - one.length)
  return longest === undefined ? null : [...longest].slice(0, maxBeginning).join('')
}

/** Whether each search word is the beginning of one of the picture's words. */
export const hasSearchWords = (picture: Texts, search: string): boolean => {
  const words = listWords(picture)
  return splitWords(search).every((part) => words.some((word) => word.startsWith(part)))
}
