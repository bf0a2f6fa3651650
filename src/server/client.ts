import type { View } from '../protocol/messages.ts';
import type { LensOptions } from '../protocol/options.ts';

/** What the client can do and wants, known once it has introduced itself. */
export interface Client {
  options: LensOptions;
  canRefreshLenses: boolean;
  canRefreshHints: boolean;
  canWatch: boolean;
  takesSnippets: boolean;
  /** An edit may be of several files, and make new ones. */
  canCreateFiles: boolean;
  /** It shows edits of a purpose before it makes them. */
  takesAnnotations: boolean;
  canFollowFolders: boolean;
  canAnswerSettings: boolean;
  canTellOfSettings: boolean;
  /** URIs of the folders that are open. */
  folders: readonly string[];
  /** What the person sees, as far as the client tells. */
  view?: View;
}
