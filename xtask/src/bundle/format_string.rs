//! Names in the text of `format!` and its like.

/// The names between braces: of arguments, of variables and constants, and of widths. Words that are
/// no names may be among them.
///
/// ```text
///     "{found} in {0:>width$}"   ->   found, 0, width
/// ```
pub fn names(text: &str) -> Vec<String> {
    let text = text.replace("{{", "").replace("}}", "");
    let in_braces = text.split('{').skip(1).filter_map(|part| part.split('}').next());
    in_braces
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_stand_between_braces() {
        assert_eq!(names("{a}: {{b}} {c_1:?} and {0:>width$}"), ["a", "c_1", "0", "width"]);
        assert!(names("none, {}").is_empty());
    }
}
