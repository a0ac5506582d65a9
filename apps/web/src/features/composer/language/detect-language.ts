import { parseText } from '@skein/contracts/text';

/** The language of a shorter text is a guess. */
const lettersMin = 15;

const loadDetector = () => import('tinyld/light');

/** The language of a text as BCP 47; null if the text is too short or its language is not known. */
export async function detectLanguage(text: string): Promise<string | null> {
  const words = parseText(text).flatMap((segment) =>
    segment.type === 'text' ? [segment.text] : [],
  );
  const ownText = words.join(' ');
  // In Chinese, Japanese and Korean, a letter is a syllable or a word.
  const length = [...ownText.matchAll(/\p{L}/gu)].length;
  const ideographs = [
    ...ownText.matchAll(/[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/gu),
  ].length;
  if (length + 3 * ideographs < lettersMin) return null;
  try {
    const { detect } = await loadDetector();
    return detect(ownText) || null;
  } catch {
    // The code cannot be loaded without a connection.
    return null;
  }
}
