//! The packages that the program is made of: where their sources are, and with which features.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use cargo_metadata::{Edition, Metadata, MetadataCommand, PackageId, TargetKind};

use super::cfg::TARGET;

/// A package as the program uses it.
#[derive(Clone, Debug)]
pub struct Package {
    /// As sources write it: `snake_core`.
    pub crate_name: String,
    /// As the manifest writes it: `snake-core`.
    pub name: String,
    pub version: String,
    /// SPDX expression, if the manifest has one.
    pub licence: Option<String>,
    pub authors: Vec<String>,
    pub repository: Option<String>,
    /// The crate's first file.
    pub root: PathBuf,
    pub edition: Edition,
    /// Features that are on when the program alone is built.
    pub features: BTreeSet<String>,
    /// Crates that its sources may name, with the crate's own name: they differ if the manifest
    /// renames one.
    pub dependencies: BTreeMap<String, String>,
    /// Whether it belongs to this workspace.
    pub is_own: bool,
}

/// The program's package, and all libraries below it.
#[derive(Clone, Debug)]
pub struct Packages {
    pub program: Package,
    libraries: BTreeMap<String, Package>,
    pub target_directory: PathBuf,
}

impl Packages {
    /// Asks cargo about a program of this workspace.
    ///
    /// # Errors
    ///
    /// If cargo fails, there is no such program, or two versions of a library are below it.
    pub fn below(program: &str) -> Result<Self> {
        let metadata = MetadataCommand::new()
            .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .other_options(["--filter-platform".to_owned(), TARGET.to_owned()])
            .exec()
            .context("cargo metadata")?;
        let features = features(program)?;
        let of = |id: &PackageId| package(&metadata, &features, id);

        let root = metadata
            .workspace_packages()
            .into_iter()
            .find(|package| package.name.as_str() == program)
            .with_context(|| format!("the workspace has no package {program}"))?;
        let mut libraries = BTreeMap::<String, Package>::new();
        let mut waiting = vec![&root.id];
        while let Some(id) = waiting.pop() {
            for dependency in normal_dependencies(&metadata, id)? {
                let Some(library) = of(dependency)? else { continue };
                let name = library.crate_name.clone();
                let version = library.version.clone();
                match libraries.insert(name.clone(), library) {
                    None => waiting.push(dependency),
                    Some(before) => ensure!(
                        before.version == version,
                        "{name} is used in versions {} and {version}",
                        before.version
                    ),
                }
            }
        }
        Ok(Self {
            program: of(&root.id)?.with_context(|| format!("{program} is not built"))?,
            libraries,
            target_directory: metadata.target_directory.clone().into(),
        })
    }

    /// The library of this crate name.
    pub fn library(&self, crate_name: &str) -> Option<&Package> {
        self.libraries.get(crate_name)
    }
}

/// A package with the features that are on; `None` if the program does without it, or it has neither
/// a library nor a program (such as one of macros run by the compiler).
fn package(
    metadata: &Metadata,
    features: &HashMap<(String, String), BTreeSet<String>>,
    id: &PackageId,
) -> Result<Option<Package>> {
    let package = &metadata[id];
    let is_source =
        |kind: &TargetKind| matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::Bin);
    let Some(target) = package.targets.iter().find(|target| target.kind.iter().any(is_source))
    else {
        return Ok(None);
    };
    let key = (package.name.to_string(), package.version.to_string());
    let Some(features) = features.get(&key) else { return Ok(None) };
    let mut dependencies = BTreeMap::new();
    for node in nodes(metadata)?.iter().filter(|node| &node.id == id) {
        for dependency in &node.deps {
            let library = metadata[&dependency.pkg].targets.iter().find(|target| {
                target.kind.iter().any(is_source) || target.kind.contains(&TargetKind::ProcMacro)
            });
            let name =
                library.map_or_else(|| dependency.name.clone(), |target| crate_name(&target.name));
            dependencies.insert(dependency.name.clone(), name);
        }
    }
    Ok(Some(Package {
        crate_name: crate_name(&target.name),
        name: key.0.clone(),
        version: key.1.clone(),
        licence: package.license.clone(),
        authors: package.authors.clone(),
        repository: package.repository.clone(),
        root: target.src_path.clone().into(),
        edition: target.edition,
        features: features.clone(),
        dependencies,
        is_own: package.source.is_none(),
    }))
}

fn crate_name(target: &str) -> String {
    target.replace('-', "_")
}

fn nodes(metadata: &Metadata) -> Result<&[cargo_metadata::Node]> {
    let resolve = metadata.resolve.as_ref().ok_or_else(|| anyhow!("cargo resolved nothing"))?;
    Ok(&resolve.nodes)
}

fn normal_dependencies<'m>(metadata: &'m Metadata, id: &PackageId) -> Result<Vec<&'m PackageId>> {
    let node = nodes(metadata)?.iter().find(|node| &node.id == id);
    let deps = node.into_iter().flat_map(|node| &node.deps);
    let is_normal = |dep: &&cargo_metadata::NodeDep| {
        dep.dep_kinds.iter().any(|kind| kind.kind == cargo_metadata::DependencyKind::Normal)
    };
    Ok(deps.filter(is_normal).map(|dep| &dep.pkg).collect())
}

/// The features of each package, by name and version, when the program alone is built: `cargo
/// metadata` would tell those of the whole workspace, generator of instances included.
fn features(program: &str) -> Result<HashMap<(String, String), BTreeSet<String>>> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .args(["--package", program, "--target", TARGET, "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}\t{f}\t"])
        .output()
        .context("cannot run cargo")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo tree: {}", errors.trim());
    let mut features = HashMap::<_, BTreeSet<String>>::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let mut fields = line.split('\t');
        let (package, list) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let key = (name.to_owned(), version.trim_start_matches('v').to_owned());
        let list = list.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned);
        features.entry(key).or_default().extend(list);
    }
    Ok(features)
}
