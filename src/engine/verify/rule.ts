/** A rule of the verifier: what it looks for, and how bad it is. `rules.ts` lists them all. */
import type { FieldError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { FlowView, StateView } from './view.ts';

type About = {
  /** `error`: it fails for certain wherever a user gets there. */
  severity: Finding['severity'];
  /** For docs/findings.md. */
  says: string;
};

/** Paths begin at the state. */
export type StateRule = About & { inState(state: StateView, flow: FlowView): FieldError[] };
/** Paths begin at the document; with the state that they concern. */
export type FlowRule = About & { inFlow(flow: FlowView): (FieldError & { stateId?: string })[] };
export type Rule = StateRule | FlowRule;
