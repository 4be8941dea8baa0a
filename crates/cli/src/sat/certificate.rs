//! `kuraban check-certificate`.

use std::io::{self, Write};
use std::path::Path;

use kuraban::sat;
use serde::Serialize;

use crate::say::tell;
use crate::words::count;
use crate::{exit, write_json};

#[derive(Serialize)]
struct CheckedJson {
    valid: bool,
    reason: Option<String>,
    measure: Option<String>,
    least: Option<u32>,
    trust: Option<String>,
    plan: Option<String>,
    proof_lines: Option<usize>,
}

pub(crate) fn check(dir: &Path, json: bool, out: &mut impl Write) -> io::Result<u8> {
    match sat::check(dir) {
        Ok(checked) => {
            let lines = checked.formulas.iter().map(|(_, _, lines)| lines).sum();
            let measure = format!("{:?}", checked.measure).to_lowercase();
            let trust = format!("{:?}", checked.trust).to_lowercase();
            if json {
                write_json(
                    out,
                    &CheckedJson {
                        valid: true,
                        reason: None,
                        measure: Some(measure),
                        least: Some(checked.least),
                        trust: Some(trust),
                        plan: Some(checked.plan.lurd()),
                        proof_lines: Some(lines),
                    },
                )?;
            } else {
                writeln!(out, "{}", checked.plan.lurd())?;
                out.flush()?;
                tell!(
                    "the certificate holds: no plan has fewer than {} {measure} \
                     ({}, {} of proof, trust: {trust})",
                    checked.least,
                    count(checked.formulas.len(), "formula"),
                    count(lines, "line")
                );
            }
            Ok(exit::DONE)
        }
        Err(error) => {
            if json {
                write_json(
                    out,
                    &CheckedJson {
                        valid: false,
                        reason: Some(error.to_string()),
                        measure: None,
                        least: None,
                        trust: None,
                        plan: None,
                        proof_lines: None,
                    },
                )?;
            }
            tell!("error: {}: {error}", dir.display());
            Ok(exit::INVALID)
        }
    }
}
