import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createEngine } from '../lens/engine/create.ts';
import { rules } from '../lens/rules/registry.ts';
import { serve } from './server.ts';

// the transport is the one that the client named in the arguments: --node-ipc, --stdio, --socket
serve(
  createConnection(ProposedFeatures.all),
  (told) => createEngine({ rules, ...told }),
  new Set(rules.map(({ id }) => id)),
);
