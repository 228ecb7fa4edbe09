// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SynxClaims} from "../../../contracts/SynxClaims.sol";
import {SynxToken} from "../../../contracts/SynxToken.sol";
import {Tree} from "./Tree.sol";
import {Vm} from "./Vm.sol";

/// A token whose supply this contract holds, and a list of seven accounts with its claims, not funded yet.
abstract contract Fixture {
    /// A line of the list.
    struct Line {
        address account;
        uint64 bought;
        uint64 staked;
        uint64 rewards;
        uint64 airdrop;
    }

    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// When claiming opens.
    uint256 internal constant T = 1_800_000_000;
    bytes32 internal constant LIST = keccak256("the published list");

    SynxToken internal token;
    SynxClaims internal claims;
    Line[] internal lines;
    uint256 internal total;
    /// Leaves in the order of `lines`.
    bytes32[] internal leaves;

    function build() internal {
        vm.warp(T - 30 days);
        token = newToken();
        uint64 unit = 1e9;
        addLine(Line(address(0xA1), 1_000 * unit, 0, 0, 0));
        addLine(Line(address(0xA2), 0, 2_500 * unit, 37 * unit, 0));
        addLine(Line(address(0xA3), 17_359 * unit, 5 * unit, 1, 999_999_999_999));
        addLine(Line(address(0xA4), 0, 0, 0, 7));
        addLine(Line(address(0xA5), 1, 1, 1, 1));
        addLine(Line(address(0xA6), 40_000_000 * unit, 30_000_000 * unit, 20_000_000 * unit, 10_000_000 * unit));
        addLine(Line(address(0xA7), 0, 0, 3 * unit, 11 * unit + 1));
        claims = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
    }

    /// The tests of a changed copy are those of the contract itself, with the code of the copy.
    function newToken() internal returns (SynxToken) {
        SynxToken.Mint[] memory table = new SynxToken.Mint[](1);
        table[0] = SynxToken.Mint(address(this), 1_110_000_000e9);
        return SynxToken(deploy(bytes.concat(tokenCode(), abi.encode(table))));
    }

    function tokenCode() internal view returns (bytes memory) {
        return vm.envOr("SYNX_TOKEN_CODE", type(SynxToken).creationCode);
    }

    function newClaims(IERC20 of_, bytes32 root, uint256 sum, SynxClaims.Schedule[4] memory by)
        internal
        returns (SynxClaims)
    {
        return newClaims(of_, root, LIST, sum, by);
    }

    function newClaims(IERC20 of_, bytes32 root, bytes32 list, uint256 sum, SynxClaims.Schedule[4] memory by)
        internal
        returns (SynxClaims)
    {
        bytes memory code = vm.envOr("SYNX_CLAIMS_CODE", type(SynxClaims).creationCode);
        return SynxClaims(deploy(bytes.concat(code, abi.encode(of_, root, list, sum, by))));
    }

    /// Reverts as the constructor does.
    function deploy(bytes memory code) internal returns (address deployed) {
        assembly {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    /// Bought at T, staked a week later, rewards after 20 days, the airdrop linear over a year.
    function usualSchedules() internal pure returns (SynxClaims.Schedule[4] memory by) {
        by[0] = SynxClaims.Schedule(T, T);
        by[1] = SynxClaims.Schedule(T + 7 days, T + 7 days);
        by[2] = SynxClaims.Schedule(T + 20 days, T + 20 days);
        by[3] = SynxClaims.Schedule(T, T + 365 days);
    }

    function addLine(Line memory line) internal {
        lines.push(line);
        leaves.push(leafOf(line));
        total += sumOf(line);
    }

    function removeLines() internal {
        delete lines;
        delete leaves;
        total = 0;
    }

    function sumOf(Line memory line) internal pure returns (uint256) {
        return uint256(line.bought) + line.staked + line.rewards + line.airdrop;
    }

    function leafOf(Line memory line) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(line))));
    }

    function rootOf() internal view returns (bytes32) {
        return Tree.root(leaves);
    }

    function entryOf(uint256 index) internal view returns (SynxClaims.Entry memory) {
        return entryOf(lines[index], Tree.proof(leaves, index));
    }

    function entryOf(Line memory line, bytes32[] memory proof) internal pure returns (SynxClaims.Entry memory) {
        return SynxClaims.Entry(line.account, line.bought, line.staked, line.rewards, line.airdrop, proof);
    }

    /// The contract has its tokens.
    function fund() internal {
        assertTrue(token.transfer(address(claims), total), "transfer");
        claims.fund();
    }

    function assertTrue(bool holds, string memory what) internal pure {
        require(holds, what);
    }

    function assertEq(uint256 found, uint256 expected, string memory what) internal pure {
        require(found == expected, string.concat(what, ": ", _text(found), " instead of ", _text(expected)));
    }

    function _text(uint256 value) private pure returns (string memory text) {
        do {
            text = string.concat(string(bytes.concat(bytes1(uint8(48 + value % 10)))), text);
            value /= 10;
        } while (value > 0);
    }
}
